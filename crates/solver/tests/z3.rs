//! The library that the loader finds is the one that was linked with.

#[test]
fn z3_is_the_version_that_the_build_was_told_of() {
    let expected = env!("Z3_SYS_Z3_VERSION");
    assert!(z3::full_version().contains(expected), "{} is not {expected}", z3::full_version());
}
