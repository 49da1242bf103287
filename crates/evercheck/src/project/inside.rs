//! Paths that stay inside a project, whatever a configuration says.

use std::path::{Component, Path, PathBuf};

/// A path of a configuration as one below the project's folder, without `.` and `..`. It is relative to `from`, a folder
/// below the project's; an absolute one has to lie in the project. What symbolic links lead to is [`is_inside`]'s.
pub fn inside(root: &Path, from: &str, path: &str) -> Result<String, String> {
    let outside = || format!("{path} is outside the project");
    let absolute = Path::new(path).is_absolute();
    let relative = if absolute {
        let below =
            normal(Path::new(path)).and_then(|path| path.strip_prefix(root).map(Path::to_path_buf).ok());
        below.ok_or_else(outside)?
    } else {
        normal(&Path::new(from).join(path)).ok_or_else(outside)?
    };
    let text = relative.to_str().ok_or_else(|| format!("{path} is not UTF-8"))?;
    // The compiler would take such a word for a file of options, or for one.
    if text.starts_with(['@', '-']) {
        return Err(format!("{path}: a name must not begin with {}", &text[..1]));
    }
    Ok(if text.is_empty() { ".".into() } else { text.into() })
}

/// Whether what is at a path lies in the project, once links are followed. What is not there is not outside.
pub fn is_inside(root: &Path, path: &str) -> bool {
    match (root.canonicalize(), root.join(path).canonicalize()) {
        (Ok(root), Ok(place)) => place.starts_with(root),
        (_, Err(_)) => root.join(path).symlink_metadata().is_err(),
        _ => false,
    }
}

/// A path without `.` and `..`; none if it leads out of where it begins.
pub fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                if !normal.pop() {
                    return None;
                }
            }
            other => normal.push(other),
        }
    }
    Some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        let root = Path::new("/home/me/project");
        let check = |from, path, expected: Option<&str>| {
            assert_eq!(inside(root, from, path).ok().as_deref(), expected, "{path}");
        };
        check("", "src/a.c", Some("src/a.c"));
        check("", "./src//x/../a.c", Some("src/a.c"));
        check("build", "../src/a.c", Some("src/a.c"));
        check("", "/home/me/project/inc", Some("inc"));
        check("", ".", Some("."));
        for path in
            ["../other", "src/../../x", "/etc/passwd", "/home/me/project/../x", "/home/me/project2", "@x"]
        {
            check("", path, None);
        }
        check("", "-x.c", None);
    }
}
