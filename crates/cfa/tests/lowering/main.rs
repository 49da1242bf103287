//! How each construct of C is lowered, told by the operations of a function `f`.

mod show;

pub use show::{check, ops};

#[test]
fn bless() {
    let text = std::fs::read_to_string("/tmp/cases.txt").unwrap();
    for case in text.lines().filter(|l| !l.trim().is_empty()) {
        println!("=== {case}");
        println!("{}", ops(case).replace("; ", "\n"));
    }
}
