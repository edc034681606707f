#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| astrarium_fuzz::pack(text));
