//! Paths in options of a command line, which are of the current folder: a job's are of the project.

use std::path::{Component, Path, PathBuf};

/// Options that name a file to read or a folder to look into, as [`crate::check::given`] writes them.
const PATHS: [&str; 6] = ["--known=", "--model=", "--property=", "--stdin=", "--include=", "-I"];

/// The same option for a project that lies elsewhere than the current folder, which is absolute.
pub fn of_project(word: &str, here: &Path, project: &Path) -> String {
    let named = PATHS.iter().find_map(|name| Some((name, word.strip_prefix(name)?)));
    let Some((name, value)) = named.filter(|(name, value)| here != project && is_path(name, value, here))
    else {
        return word.to_string();
    };
    let path = plain(&here.join(value));
    let inside = path.strip_prefix(project).map(|it| if it == Path::new("") { Path::new(".") } else { it });
    format!("{name}{}", inside.unwrap_or(&path).display())
}

/// Whether it is a path, and not a word that stands for something.
fn is_path(name: &str, value: &str, here: &Path) -> bool {
    match name {
        "--property=" => value.ends_with(".prp"),
        "--stdin=" => value != "any" && !value.starts_with("any:"),
        "--model=" => here.join(value).exists() || value.contains(['/', '.']),
        _ => true,
    }
}

/// Without `.` and `..`, as far as names tell.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            part => plain.push(part),
        }
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_of_the_folder_that_the_command_line_is_written_in() {
        let check = |word: &str, expected: &str| {
            assert_eq!(of_project(word, Path::new("/p/sub"), Path::new("/p")), expected);
            assert_eq!(of_project(word, Path::new("/p"), Path::new("/p")), word);
        };
        check("--known=k.toml", "--known=sub/k.toml");
        check("--known=../k.toml", "--known=k.toml");
        check("--known=../../k.toml", "--known=/k.toml");
        check("--known=/k.toml", "--known=/k.toml");
        check("-I..", "-I.");
        check("-Iinclude", "-Isub/include");
        check("--property=no-overflow", "--property=no-overflow");
        check("--property=./a.prp", "--property=sub/a.prp");
        check("--stdin=any:4", "--stdin=any:4");
        check("--stdin=text", "--stdin=sub/text");
        check("--model=posix", "--model=posix");
        check("--model=m.c", "--model=sub/m.c");
        check("--depth=3", "--depth=3");
    }
}
