//! Runs the real binary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What came of a run.
#[derive(Debug)]
pub struct Run {
    pub out: String,
    pub err: String,
    code: Option<i32>,
}

impl Run {
    #[track_caller]
    pub fn code(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub fn ok(self) -> Run {
        self.code(0)
    }

    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
    }
}

pub fn astrarium(args: &[&str]) -> Run {
    typed(args, "")
}

/// With lines on standard input.
pub fn typed(args: &[&str], lines: &str) -> Run {
    within(Path::new("."), args, lines)
}

/// In a folder, with lines on standard input.
pub fn within(folder: &Path, args: &[&str], lines: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_astrarium"));
    let pipes =
        command.current_dir(folder).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the binary was built");
    let (mut input, lines) = (child.stdin.take().expect("piped"), lines.to_string());
    // A program that ends early reads no further.
    let writer = std::thread::spawn(move || _ = input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("writing does not panic");
    Run::from(output)
}

/// An empty folder of a test's own.
pub fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&path).expect("writable");
    path
}

/// The same, with nothing in it from an earlier run.
pub fn fresh(test: &str) -> PathBuf {
    _ = std::fs::remove_dir_all(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test));
    folder(test)
}
