//! Any bytes as preprocessed C.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    cfa::fuzz::parse_and_lower(data);
});
