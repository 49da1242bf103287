//! The files of a project as they lie in its folder.

use std::path::Path;

use super::inside::is_inside;

/// More files than this below the folder of a pattern are a mistake.
const MOST: usize = 200_000;

/// The files below a folder of the project, by their paths below the project's own. Links to folders are not followed, so
/// there is no way to go round in circles, and links to files only if these are in the project.
pub fn files(root: &Path, folder: &str) -> Result<Vec<String>, String> {
    if !is_inside(root, folder) {
        return Err(format!("{folder} is outside the project"));
    }
    let (mut found, mut open) = (Vec::new(), vec![folder.to_string()]);
    let mut seen = 0;
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            if seen > MOST {
                return Err(format!("there are more than {MOST} files below {folder}: name a folder"));
            }
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            match () {
                () if kind.is_dir() && !matches!(name.as_str(), ".git" | ".evercheck") => open.push(path),
                () if kind.is_file() => found.push(path),
                () if kind.is_symlink() && root.join(&path).is_file() && is_inside(root, &path) => {
                    found.push(path);
                }
                () => {}
            }
        }
    }
    Ok(found)
}
