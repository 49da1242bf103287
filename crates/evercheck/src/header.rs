//! `evercheck.h` for programs that include it, wherever it is installed or not.

use std::path::PathBuf;

use anyhow::{Context, Result};

pub const NAME: &str = "evercheck.h";
/// How folders are called that it is written to.
const PREFIX: &str = "evercheck-";
const TEXT: &str = include_str!("../include/evercheck.h");

/// The folder with the header for a compiler: the installed one, or that of the source tree.
pub fn folder() -> Option<PathBuf> {
    let own = std::env::current_exe().ok();
    let installed =
        own.as_deref().and_then(|own| own.parent()?.parent()).map(|prefix| prefix.join("include"));
    let source = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../include"));
    let found = [installed, Some(source)].into_iter().flatten().find(|folder| folder.join(NAME).is_file())?;
    Some(found.canonicalize().unwrap_or(found))
}

/// Whether a file is the header, wherever it is.
pub fn is_header(file: &str) -> bool {
    std::path::Path::new(file).file_name().is_some_and(|name| name == NAME)
}

/// A file's name, without the folder that was made for it if it is one of ours: that is another one in each run.
pub fn lasting(file: &str) -> &str {
    let inside = std::env::temp_dir().join(PREFIX);
    let rest = inside.to_str().and_then(|inside| file.strip_prefix(inside));
    match rest.and_then(|rest| rest.split_once('/')) {
        Some((unique, name)) if unique.bytes().all(|c| c.is_ascii_digit() || c == b'-') => name,
        _ => file,
    }
}

/// A folder with the header in it, as long as it is needed.
pub struct Header {
    pub folder: PathBuf,
}

impl Header {
    pub fn new() -> Result<Header> {
        let unique = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
        let folder = std::env::temp_dir().join(format!("{PREFIX}{}-{unique}", std::process::id()));
        // Fails if somebody else's folder is there already.
        std::fs::create_dir(&folder)
            .with_context(|| format!("cannot write {NAME} to {}", folder.display()))?;
        let header = Header { folder };
        header.write(NAME, TEXT)?;
        Ok(header)
    }

    /// Puts another file beside it, which calls itself by its name alone.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let file = self.folder.join(name);
        std::fs::write(&file, format!("#line 1 \"{name}\"\n{text}"))
            .with_context(|| format!("cannot write {}", file.display()))?;
        Ok(file)
    }

    /// The preprocessor looks there last.
    pub fn options(&self) -> [String; 2] {
        ["-idirafter".to_string(), self.folder.to_string_lossy().into_owned()]
    }
}

impl Drop for Header {
    fn drop(&mut self) {
        // Nothing of interest is lost if it stays.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
