//! Fuzzes the position parser.
#![no_main]
//! Fuzzes `position`.

libfuzzer_sys::fuzz_target!(|text: &str| astrarium_fuzz::position(text));
