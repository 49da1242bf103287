//! Whose files are believed: what a store holds decides verdicts, and so does whoever can write to it.

use std::fs::{self, File, Metadata, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

use crate::error::Error;

/// Any permission of the group and of all others; an access list shows in the bits of the group. What is made here has none.
/// Those to write are a danger in themselves. Those to read tell what came with a checkout: git makes files that others
/// may read, and a branch can hold a record that somebody has made up.
const OTHERS: u32 = 0o077;

/// Which files of a store are used: those of some users, if they are closed to all others; or all.
#[derive(Clone, Debug)]
pub struct Trust {
    /// Who runs this process comes first.
    users: Vec<u32>,
    is_named: bool,
}

impl Trust {
    /// The files of the user who runs this process, and of another one for whom it is run. What is made in a store or
    /// folder of the latter's is given to them.
    pub fn of(user: Option<u32>, other: Option<u32>) -> Trust {
        Trust { users: user.into_iter().chain(other).collect(), is_named: false }
    }

    /// All files: the user has named the store, and so answers for it.
    pub fn named(self) -> Trust {
        Trust { is_named: true, ..self }
    }

    /// Whether a store at this place may be used, whatever is in it. The owner of a symbolic link counts as well: it says
    /// where results come from. An empty folder of the user's own is closed to others and may be used.
    pub fn claim(&self, path: &Path) -> Result<(), Error> {
        let link = fs::symlink_metadata(path).map_err(Error::io(path))?;
        if link.is_symlink() && !self.is_named && !self.users.contains(&link.uid()) {
            return distrust(path, belongs_to(link.uid()));
        }
        let metadata = fs::metadata(path).map_err(Error::io(path))?;
        let checked = self.check(path, &metadata);
        let is_empty = || fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
        if checked.is_err() && self.users.contains(&metadata.uid()) && is_empty() {
            let closed = File::open(path).and_then(|it| it.set_permissions(Permissions::from_mode(0o700)));
            // What a stranger has put there meanwhile is a stranger's.
            return closed.map_err(Error::io(path));
        }
        checked
    }

    /// Whether a file or folder in a store may be used, if it is there.
    pub(crate) fn check_part(&self, path: &Path) -> Result<(), Error> {
        match fs::symlink_metadata(path) {
            Ok(metadata) => self.check(path, &metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(Error::io(path)(error)),
        }
    }

    /// Whether an open file of a store may be used.
    pub(crate) fn check_open(&self, path: &Path, file: &File) -> Result<(), Error> {
        self.check_part(path)?;
        self.check(path, &file.metadata().map_err(Error::io(path))?)
    }

    fn check(&self, path: &Path, metadata: &Metadata) -> Result<(), Error> {
        let mode = metadata.mode() & 0o7777;
        if self.is_named {
            Ok(())
        } else if metadata.is_symlink() {
            distrust(path, "is a symbolic link".to_string())
        } else if !self.users.contains(&metadata.uid()) {
            distrust(path, belongs_to(metadata.uid()))
        } else if mode & OTHERS != 0 {
            distrust(path, format!("is open to others (mode {mode:04o})"))
        } else {
            Ok(())
        }
    }

    /// Makes what was just created private, whatever the umask, and gives it to whom the folder around it belongs, if this
    /// process is run for them.
    pub(crate) fn keep_private(&self, file: &File, mode: u32, around: &Metadata) -> std::io::Result<()> {
        file.set_permissions(Permissions::from_mode(mode))?;
        if self.users.iter().skip(1).any(|user| *user == around.uid()) {
            fchown(file, Some(around.uid()), Some(around.gid()))?;
        }
        Ok(())
    }
}

fn distrust(path: &Path, reason: String) -> Result<(), Error> {
    Err(Error::Distrusted { path: path.to_path_buf(), reason })
}

/// The user's name as the machine itself knows it, or else the number.
fn belongs_to(user: u32) -> String {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(user)).then_some(name)
    });
    match name {
        Some(name) => format!("belongs to {name}"),
        None => format!("belongs to user {user}"),
    }
}
