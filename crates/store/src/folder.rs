//! The folder a store lives in: where things are, temporary files, and what is set aside.

use std::collections::hash_map::RandomState;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::address::Address;
use crate::error::Error;
use crate::trust::Trust;

/// Modes of what is made: nobody else has to know what is checked here, or can change it.
const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;

pub(crate) struct Folder {
    root: PathBuf,
    trust: Trust,
    /// Of the root: whom new files belong to.
    metadata: Metadata,
    warnings: Mutex<Vec<String>>,
}

/// A file that is listed, with what its age and size are.
pub(crate) struct Entry {
    pub path: PathBuf,
    pub name: String,
    /// When it was last written, in seconds of the clock of the file system.
    pub time: i64,
    pub size: u64,
}

impl Folder {
    /// Opens or makes it. A folder that holds other things is refused: its `.gitignore` would hide them.
    pub fn open(root: &Path, trust: &Trust) -> Result<Folder, Error> {
        make(root, trust)?;
        trust.claim(root)?;
        let metadata = fs::metadata(root).map_err(Error::io(root))?;
        let (root, trust) = (root.to_path_buf(), trust.clone());
        let folder = Folder { root, trust, metadata, warnings: Mutex::default() };
        let root = &folder.root;
        let is_empty = fs::read_dir(root).map_err(Error::io(root))?.next().is_none();
        // It is made first, so that another process that is just making the store is not taken for a stranger.
        let marker = folder.cas();
        if !is_empty && !marker.is_dir() {
            return Err(Error::NotAStore { path: root.to_path_buf() });
        }
        for part in [marker, folder.journals(), folder.temporaries(), folder.aside()] {
            folder.trust.check_part(&part)?;
            make(&part, &folder.trust)?;
        }
        let ignore = root.join(".gitignore");
        // Also tells at once that nothing can be written here.
        let (path, mut file) = folder.temporary("ignore")?;
        if ignore.exists() {
            let _ = fs::remove_file(&path);
        } else {
            file.write_all(b"*\n").map_err(Error::io(&path))?;
            fs::rename(&path, &ignore).map_err(Error::io(&ignore))?;
        }
        Ok(folder)
    }

    pub fn trust(&self) -> &Trust {
        &self.trust
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn cas(&self) -> PathBuf {
        self.root.join("cas")
    }

    pub fn journals(&self) -> PathBuf {
        self.root.join("journals")
    }

    pub fn outcomes(&self) -> PathBuf {
        self.root.join("outcomes")
    }

    pub fn temporaries(&self) -> PathBuf {
        self.root.join("tmp")
    }

    pub fn aside(&self) -> PathBuf {
        self.root.join("aside")
    }

    pub fn segment(&self, address: &Address) -> PathBuf {
        let name = address.to_string();
        self.cas().join(&name[..2]).join(name)
    }

    /// A new file below `tmp`, to be written and then renamed to where it belongs.
    pub fn temporary(&self, what: &str) -> Result<(PathBuf, File), Error> {
        let path = self.temporaries().join(format!("{what}-{}", unique()));
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(FILE).open(&path);
        let file = file.map_err(Error::io(&path))?;
        self.trust.keep_private(&file, FILE, &self.metadata).map_err(Error::io(&path))?;
        Ok((path, file))
    }

    /// Makes the folder that a segment belongs in, unless it is there.
    pub fn make(&self, path: &Path) -> Result<(), Error> {
        make(path, &self.trust)
    }

    /// Moves a file that cannot be used out of the way and keeps a warning. Who comes second finds nothing to move.
    pub fn set_aside(&self, path: &Path, reason: &str) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let place = self.aside().join(format!("{name}-{}", unique()));
        match fs::rename(path, &place) {
            Ok(()) => self.warn(format!("{}: {reason}; set aside as {}", path.display(), place.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => self.warn(format!("{}: {reason}; cannot be set aside: {error}", path.display())),
        }
    }

    pub fn warn(&self, warning: String) {
        self.warnings.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(warning);
    }

    pub fn warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    /// The time as the file system tells it, in seconds. Ages of files are differences of its own times: another
    /// machine's clock may differ from ours.
    pub fn now(&self) -> Result<i64, Error> {
        let (path, file) = self.temporary("now")?;
        let metadata = file.metadata().map_err(Error::io(&path));
        let _ = fs::remove_file(&path);
        Ok(metadata?.mtime())
    }

    /// The files in `cas`, whatever their names.
    pub fn segments(&self) -> Result<Vec<Entry>, Error> {
        let cas = self.cas();
        let mut found = files(&cas)?;
        for part in fs::read_dir(&cas).map_err(Error::io(&cas))? {
            let part = part.map_err(Error::io(&cas))?.path();
            if part.is_dir() {
                found.extend(files(&part)?);
            }
        }
        Ok(found)
    }
}

/// Makes a folder and those above it, unless they are there: itself private, the others like any folder.
fn make(path: &Path, trust: &Trust) -> Result<(), Error> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(Error::io(path))?;
    match DirBuilder::new().mode(FOLDER).create(path) {
        // Another process has just made it.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => return Ok(()),
        made => made.map_err(Error::io(path))?,
    }
    let around = fs::metadata(parent).map_err(Error::io(parent))?;
    let keep = |file: File| trust.keep_private(&file, FOLDER, &around);
    File::open(path).and_then(keep).map_err(Error::io(path))
}

/// The files of a folder, in the order of their names. What another process removes meanwhile is left out.
pub(crate) fn files(folder: &Path) -> Result<Vec<Entry>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io(folder))? {
        let entry = entry.map_err(Error::io(folder))?;
        let metadata = match entry.metadata() {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(Error::io(&entry.path())(error)),
        };
        if !metadata.is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            found.push(Entry { path: entry.path(), name, time: metadata.mtime(), size: metadata.len() });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Makes what was renamed into a folder last, also when the power fails.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Whether a file still has a name: it may have been removed between opening and locking it.
pub(crate) fn is_linked(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
}

/// A name nobody else makes, in whatever container or on whatever machine: process numbers repeat there.
pub(crate) fn unique() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}
