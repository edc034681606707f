//! Fuzzes the sentence parser.
#![no_main]
//! Fuzzes `sentence`.

libfuzzer_sys::fuzz_target!(|text: &str| astrarium_fuzz::sentence(text));
