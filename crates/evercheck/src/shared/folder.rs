//! A shared store in a folder, such as one that many machines have mounted.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::remote::{Remote, Until, names};
use super::url::Url;

pub struct SharedFolder {
    root: PathBuf,
    /// Files being written have names of their own.
    count: u64,
}

impl SharedFolder {
    pub fn new(url: &Url) -> SharedFolder {
        SharedFolder { root: PathBuf::from(&url.path), count: 0 }
    }
}

/// What is not there is no error.
fn found<T>(result: std::io::Result<T>) -> Result<Option<T>> {
    match result {
        Ok(it) => Ok(Some(it)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Remote for SharedFolder {
    fn get(&mut self, name: &str, most: u64, _: Until) -> Result<Option<Vec<u8>>> {
        let Some(file) = found(fs::File::open(self.root.join(name)))? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            bail!("{name} has more than {most} bytes");
        }
        Ok(Some(bytes))
    }

    fn put(&mut self, name: &str, bytes: &[u8], _: Until) -> Result<()> {
        // A folder that is not there is one that is not mounted: what was written there would be seen by nobody.
        if !self.root.is_dir() {
            bail!("there is no folder {}", self.root.display());
        }
        let place = self.root.join(name);
        let folder = place.parent().context("no folder")?;
        fs::create_dir_all(folder)?;
        self.count += 1;
        let own = format!(".unfinished-{}-{}-{:x}", std::process::id(), self.count, super::random());
        let unfinished = folder.join(own);
        let write = || -> std::io::Result<()> {
            let mut file = fs::File::create_new(&unfinished)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&unfinished, &place)
        };
        let written = write();
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        Ok(written?)
    }

    fn has(&mut self, name: &str, _: Until) -> Result<bool> {
        Ok(found(fs::metadata(self.root.join(name)))?.is_some())
    }

    fn list(&mut self, folder: &str, after: &str, most: usize, _: Until) -> Result<Vec<String>> {
        let Some(entries) = found(fs::read_dir(self.root.join(folder)))? else { return Ok(Vec::new()) };
        let entries = entries.collect::<std::io::Result<Vec<_>>>()?;
        Ok(names(entries.iter().filter_map(|entry| entry.file_name().into_string().ok()), after, most))
    }

    fn remove(&mut self, name: &str, _: Until) -> Result<()> {
        let path = self.root.join(name);
        match fs::metadata(&path) {
            // One that has something in it by now stays.
            Ok(it) if it.is_dir() => drop(fs::remove_dir(&path)),
            _ => drop(found(fs::remove_file(&path))?),
        }
        Ok(())
    }
}
