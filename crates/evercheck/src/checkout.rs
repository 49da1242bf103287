//! The files of one revision after the other, in a folder of their own, which is removed in the end.
//!
//! The work tree is not touched. From one revision to the next only what differs is written. A tree may be a stranger's: names
//! stay inside the folder, and so do links, or they are left out.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::git::{Blobs, Entry, Repository, Revision};
use crate::project::inside::normal;

/// More than this is no tree of sources.
const MOST_BYTES: u64 = 1 << 30;

pub struct Checkout {
    folder: PathBuf,
    blobs: Blobs,
    /// What is in it, and how large that is.
    files: BTreeMap<String, (Content, u64)>,
    bytes: u64,
}

/// What a file has to be.
#[derive(Clone, PartialEq, Eq)]
enum Content {
    Tree(Entry),
    /// Of the work tree, whatever the revision has there.
    Own(Vec<u8>),
}

/// What is in a checkout.
pub struct Tree {
    pub folder: PathBuf,
    /// The project's folder in it, empty or with `/` at its end.
    prefix: String,
    /// A hash of all names, and of what comes from the work tree.
    pub names: [u8; 32],
    /// By path, what tells one content from another.
    pub files: BTreeMap<String, String>,
}

impl Tree {
    /// The path in the tree of a file that the preprocessor names; nothing if it is the machine's, or no file. None if it cannot be
    /// told.
    pub fn place(&self, name: &str) -> Option<Option<String>> {
        if name.starts_with('<') {
            return Some(None);
        }
        let path = Path::new(name);
        let path = match (path.strip_prefix(&self.folder), path.is_absolute()) {
            (Ok(inside), _) => inside.to_path_buf(),
            (Err(_), true) => return Some(None),
            (Err(_), false) => Path::new(&self.prefix).join(path),
        };
        Some(Some(normal(&path)?.to_str()?.to_string()))
    }
}

impl Checkout {
    /// What is in it, for a project in one of its folders. None if what a name leads to is not as plain as it looks, by links
    /// or headers that were compiled before.
    pub fn tree(&self, prefix: &str) -> Option<Tree> {
        let (mut names, mut files) = (blake3::Hasher::new(), BTreeMap::new());
        for (path, (content, _)) in &self.files {
            let id = match content {
                Content::Tree(entry) if entry.is_link => return None,
                Content::Tree(entry) => entry.hash.clone(),
                Content::Own(bytes) => {
                    let id = format!("own {}", blake3::hash(bytes));
                    names.update(id.as_bytes());
                    id
                }
            };
            if path.ends_with(".gch") || path.contains(".gch/") {
                return None;
            }
            names.update(path.as_bytes());
            names.update(&[0]);
            files.insert(path.clone(), id);
        }
        let (folder, names) = (self.folder.clone(), *names.finalize().as_bytes());
        Some(Tree { folder, prefix: prefix.into(), names, files })
    }

    pub fn new(repository: &Repository) -> Result<Checkout> {
        let unique = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
        let folder = std::env::temp_dir().join(format!("evercheck-tree-{}-{unique}", std::process::id()));
        // Fails if somebody else's folder is there already.
        fs::create_dir(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let folder = folder.canonicalize()?;
        Ok(Checkout { folder, blobs: repository.blobs()?, files: BTreeMap::new(), bytes: 0 })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder that of a revision, with some files of the work tree instead of, or beside, the revision's own.
    pub fn go_to(
        &mut self,
        repository: &Repository,
        revision: &Revision,
        own: &BTreeMap<String, Vec<u8>>,
    ) -> Result<()> {
        let tree = repository.tree(revision)?;
        let mut wanted: BTreeMap<String, Content> = BTreeMap::new();
        for (path, entry) in tree {
            if !is_plain(&path) {
                bail!("{} has a file called {path:?}", revision.short);
            }
            wanted.insert(path, Content::Tree(entry));
        }
        wanted.extend(own.iter().map(|(path, bytes)| (path.clone(), Content::Own(bytes.clone()))));
        // First what is in the way: a folder may become a file.
        let (folder, bytes) = (&self.folder, &mut self.bytes);
        self.files.retain(|path, (content, size)| {
            let is_wanted = wanted.get(path) == Some(content);
            if !is_wanted {
                // It may have been left out.
                let _ = fs::remove_file(folder.join(path));
                *bytes -= *size;
            }
            is_wanted
        });
        for (path, content) in wanted {
            if self.files.contains_key(&path) {
                continue;
            }
            let written = self.write(&path, &content);
            let size = written.with_context(|| format!("cannot write {path} of {}", revision.short))?;
            self.files.insert(path, (content, size));
        }
        Ok(())
    }

    /// Writes a file, and tells its size.
    fn write(&mut self, path: &str, content: &Content) -> Result<u64> {
        let place = self.folder.join(path);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        if place.symlink_metadata().is_ok_and(|it| it.is_dir()) {
            // Of an earlier revision, without files any more.
            fs::remove_dir_all(&place)?;
        }
        let (bytes, is_link) = match content {
            Content::Own(bytes) => (bytes.clone(), false),
            Content::Tree(entry) => (self.blobs.read(&entry.hash)?, entry.is_link),
        };
        let size = bytes.len() as u64;
        self.bytes += size;
        if self.bytes > MOST_BYTES {
            bail!("the revision takes more than {} MiB", MOST_BYTES >> 20);
        }
        match is_link {
            false => fs::write(place, bytes)?,
            true => {
                let target = String::from_utf8_lossy(&bytes).into_owned();
                if is_safe_link(path, &target) {
                    symlink(target, place)?;
                }
            }
        }
        Ok(size)
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // Nothing of interest is lost if it stays.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether a path leads to a place below the folder by names alone.
fn is_plain(path: &str) -> bool {
    let is_name = |component: Component<'_>| matches!(component, Component::Normal(name) if name != ".git");
    !path.is_empty() && !path.contains('\0') && Path::new(path).components().all(is_name)
}

/// Whether what a link leads to is below the folder. `..` is allowed at the beginning only, where it means what it says:
/// behind a name that is a link itself it would mean something else.
fn is_safe_link(path: &str, target: &str) -> bool {
    let components = || Path::new(target).components();
    let is_name = |component: &Component<'_>| matches!(component, Component::Normal(_));
    let names = components().skip_while(|it| !is_name(it));
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    Path::new(target).is_relative()
        && names.clone().all(|it| is_name(&it))
        && normal(&folder.join(target)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_inside() {
        assert!(is_safe_link("a/b", "../c") && is_safe_link("b", "c/d") && is_safe_link("a/b/c", "../../d"));
        for (path, target) in
            [("a", "/etc"), ("a", ".."), ("a/b", "../../c"), ("y", "a/x/../.."), ("a/b", "x/..")]
        {
            assert!(!is_safe_link(path, target) || target == "..", "{path} -> {target}");
        }
        assert!(!is_safe_link("a", "..") && is_plain("a/b.c"));
        assert!(!is_plain("../a") && !is_plain("/a") && !is_plain("a/.git/config") && !is_plain(""));
    }
}
