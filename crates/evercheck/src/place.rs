//! Where the store of a project is, and whose files in it are believed.
//!
//! A record decides verdicts, so whoever can put one in our way decides them. The user who names a store answers for it.
//! One that is merely found must be the project's: in the current folder or, in a repository, in one above up to its root;
//! of the current user; and closed to all others, as those made here are and those in a checkout are not.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use store::{Error, Trust};

use crate::console::Console;
use crate::{project, resources};

pub const NAME: &str = ".evercheck";

pub struct Place {
    pub folder: PathBuf,
    pub trust: Trust,
    /// In the current folder or the root of its repository, where one looks for it.
    is_at_home: bool,
}

impl Place {
    /// Says which store is used, if that is not obvious.
    pub fn announce(&self, console: &Console) {
        if !self.is_at_home {
            console.inform(&format!("the store is {}", self.folder.display()));
        }
    }
}

/// The store that was named; or else the nearest one that may be used; or else a new one beside the project's configuration,
/// or in the current folder if there is none. None if that place is taken by one that may not be used. What is passed over is
/// warned of.
pub fn find(console: &Console, named: Option<&Path>) -> Option<Place> {
    let here = std::env::current_dir().unwrap_or_default();
    let folders = self::project(&here);
    let trust = trust(resources::user(), std::env::var_os("SUDO_UID").as_deref());
    if let Some(folder) = named {
        let around = here.join(folder).parent().map(Path::to_path_buf);
        let around = around.map(|around| around.canonicalize().unwrap_or(around));
        let homes = [folders.first(), folders.last()];
        let is_at_home = homes.into_iter().flatten().any(|home| around.as_deref() == Some(*home));
        return Some(Place { folder: folder.to_path_buf(), trust: trust.named(), is_at_home });
    }
    for (index, folder) in folders.iter().enumerate() {
        let store = folder.join(NAME);
        match trust.claim(&store) {
            Ok(()) if store.is_dir() => {
                let is_at_home = index == 0 || index + 1 == folders.len();
                return Some(Place { folder: store, trust, is_at_home });
            }
            Err(error @ Error::Distrusted { .. }) => console.warning(&error.to_string()),
            _ => {}
        }
    }
    let project = folders.iter().find(|folder| folder.join(project::NAME).is_file());
    let folder = project.map_or(here.as_path(), |folder| folder).join(NAME);
    // What else has that name is complained of when the store is opened.
    let is_free = !matches!(trust.claim(&folder), Err(Error::Distrusted { .. }));
    is_free.then_some(Place { folder, trust, is_at_home: true })
}

/// The folders in which a store of the project may be: from the current one to the root of the repository. Outside of
/// one it is the current one alone: what is above may be anybody's.
pub fn project(here: &Path) -> Vec<&Path> {
    // A file in worktrees and submodules.
    let is_root = |folder: &&Path| folder.join(".git").symlink_metadata().is_ok();
    let depth = here.ancestors().position(|folder| is_root(&folder)).unwrap_or(0);
    here.ancestors().take(depth + 1).collect()
}

/// Whose stores are used without being named. Under sudo the user's own as well, who could run anything anyway, as git
/// does: a check in the user's folder is the user's.
fn trust(user: Option<u32>, sudo_uid: Option<&OsStr>) -> Trust {
    let sudo_uid = sudo_uid.filter(|_| user == Some(0)).and_then(|number| number.to_str()?.parse().ok());
    Trust::of(user, sudo_uid)
}
