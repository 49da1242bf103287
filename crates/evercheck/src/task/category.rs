//! The data model of a task that does not say it itself: that of the category it is in.
//!
//! Format 1.0 has no place for it. There a category is `X.set`, a file with a pattern a line (`loops/*.yml`), and `X.cfg`
//! beside it says `Architecture: 32 bit` or `64 bit`. Categories are looked for in the folders above the task, the nearest
//! first and in the order of their names, up to the root of the repository.

use std::path::{Path, PathBuf};

use cfa::DataModel;

/// With the file that says so. What cannot be read says nothing.
pub fn data_model(task: &Path) -> Option<(DataModel, PathBuf)> {
    let task = task.canonicalize().ok()?;
    for folder in task.ancestors().skip(1) {
        if let Some(found) =
            sets(folder).into_iter().find_map(|set| declared(&set, task.strip_prefix(folder).ok()?))
        {
            return Some(found);
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    None
}

fn sets(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut sets: Vec<_> = entries.filter(|path| path.extension().is_some_and(|it| it == "set")).collect();
    sets.sort();
    sets
}

fn declared(set: &Path, task: &Path) -> Option<(DataModel, PathBuf)> {
    let config = set.with_extension("cfg");
    let model = architecture(&std::fs::read_to_string(&config).ok()?)?;
    let patterns = std::fs::read_to_string(set).ok()?;
    let mut patterns = patterns.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let name = task.to_str()?;
    patterns.any(|pattern| is_match(pattern.as_bytes(), name.as_bytes())).then_some((model, config))
}

fn architecture(config: &str) -> Option<DataModel> {
    let value = config.lines().find_map(|line| line.trim().strip_prefix("Architecture:"))?;
    match value.split_whitespace().next()? {
        "32" => Some(DataModel::Ilp32),
        "64" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// Whether a name fits a pattern, in which `*` stands for any characters but slashes and `?` for one.
fn is_match(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => {
            is_match(rest, name)
                || matches!(name, [byte, more @ ..] if *byte != b'/' && is_match(pattern, more))
        }
        ([b'?', rest @ ..], [byte, more @ ..]) => *byte != b'/' && is_match(rest, more),
        ([first, rest @ ..], [byte, more @ ..]) => first == byte && is_match(rest, more),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_sets() {
        let check = |pattern: &str, name: &str, expected| {
            assert_eq!(is_match(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        };
        check("loops/*.yml", "loops/array-1.yml", true);
        check("loops/*.yml", "loops/more/array-1.yml", false);
        check("loops/*.yml", "loops-new/array-1.yml", false);
        check("*/a-?.yml", "b/a-1.yml", true);
        check("*/a-?.yml", "b/a-.yml", false);
        check("*", "", true);
        check("", "a", false);
    }

    #[test]
    fn architectures() {
        let text = "Description: Tasks with loops.\nArchitecture: 32 bit\n";
        assert!(matches!(architecture(text), Some(DataModel::Ilp32)));
        assert!(matches!(architecture("Architecture: 64 bit"), Some(DataModel::Lp64)));
        assert!(architecture("Description: 32 bit").is_none() && architecture("Architecture: any").is_none());
    }
}
