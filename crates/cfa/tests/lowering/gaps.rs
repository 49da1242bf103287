//! Known gaps: what is asserted here is today's behaviour, not the right one.

use crate::program;

/// gcc accepts the difference of two addresses in one object as a constant.
#[test]
fn fixme_a_difference_of_null_based_addresses_is_no_constant() {
    let text = "struct s { int a, b; }; long x = (char *)&((struct s *)0)->b - (char *)0;";
    assert!(cfa::from_text(text).is_err());
}

/// The empty braces leave no trace in the checker's list of values.
#[test]
fn fixme_empty_braces_do_not_override() {
    let program = program("struct { int a; } x[2] = { [0 ... 1] = { 7 }, [1] = {} };");
    assert_eq!(program.objects[0].init.bytes, [(0, vec![7, 0, 0, 0, 7, 0, 0, 0])]);
}
