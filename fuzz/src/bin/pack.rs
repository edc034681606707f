//! Fuzzes the pack parser.
#![no_main]
//! Fuzzes `pack`.

libfuzzer_sys::fuzz_target!(|text: &str| astrarium_fuzz::pack(text));
