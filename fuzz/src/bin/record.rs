//! Fuzzes the record parser.
#![no_main]
//! Fuzzes `record`.

libfuzzer_sys::fuzz_target!(|text: &str| astrarium_fuzz::record(text));
