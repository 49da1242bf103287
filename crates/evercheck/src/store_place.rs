//! Where the store is: the same for every command that uses one.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

/// The folder of a store, in the project it is about.
const NAME: &str = ".evercheck";

#[derive(Debug, Args)]
pub struct StorePlace {
    /// Folder of the store [default: .evercheck here or in the nearest folder above that has one]
    #[arg(long, value_name = "DIR", global = true)]
    store: Option<PathBuf>,
}

impl StorePlace {
    /// The store that was named; else the one here or in the nearest folder above that has one; else one to be made here.
    pub fn dir(&self) -> Result<PathBuf> {
        match &self.store {
            Some(dir) => Ok(dir.clone()),
            None => {
                let here = std::env::current_dir().context("cannot tell the current folder")?;
                Ok(nearest(&here).unwrap_or_else(|| here.join(NAME)))
            }
        }
    }
}

fn nearest(here: &Path) -> Option<PathBuf> {
    here.ancestors().map(|folder| folder.join(NAME)).find(|dir| dir.is_dir())
}
