//! A plain Python loads the library: nothing but the standard library is needed before an array is asked for.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::process::Command;

const SCRIPT: &str = "
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.ExtensionFileLoader('_native', sys.argv[1])
native = importlib.util.module_from_spec(importlib.util.spec_from_loader('_native', loader))
loader.exec_module(native)
state = native.State('galactic-adventures', seed=7)
while not state.over:
    state.step(state.legal()[0])
print(len(native.titles()), sum(state.shares))
";

#[test]
fn a_plain_python_plays_a_game() {
    let test = std::env::current_exe().expect("a test is a program");
    let library = test.with_file_name(format!("{DLL_PREFIX}astrarium_python{DLL_SUFFIX}"));
    let output = Command::new("python3").args(["-c", SCRIPT]).arg(library).output();
    let output = output.expect("python3 is installed, in version 3.11 or newer");
    let (said, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.trim(), "5 1.0", "{error}");
}
