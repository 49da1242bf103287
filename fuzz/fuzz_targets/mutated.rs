//! Generated programs, mutated.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    cfa::fuzz::mutate_and_lower(data);
});
