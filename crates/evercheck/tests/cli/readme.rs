//! The commands shown in the README work as they stand.

use crate::run::{evercheck, outcome};

#[test]
fn every_command_of_the_readme_works() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    // FILE stands for a file of the reader's.
    let lines: Vec<_> =
        readme.lines().filter(|line| line.starts_with("evercheck ") && !line.contains("FILE")).collect();
    assert!(lines.len() >= 5, "{lines:?}");
    for line in lines {
        let mut command = evercheck();
        command.current_dir(root).args(line.split_whitespace().skip(1));
        assert!(!outcome(command).success().is_empty(), "{line}");
    }
}
