//! What a shared store is kept on: a place where bytes have names.
//!
//! Names are paths of lower-case letters, digits and `-`. Whoever asks gets all of what was once put, or nothing, or an error;
//! what is cut short or altered all the same is found by the checksums of whoever asked.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::dav::Dav;
use super::folder::SharedFolder;
use super::redis::Redis;
use super::s3::S3;
use super::url::{Kind, Url};

/// How long to wait for a connection, and for an answer that is small.
pub const CONNECTION: Duration = Duration::from_secs(3);
pub const SMALL: Duration = Duration::from_secs(5);

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Until(Instant);

impl Until {
    pub fn after(time: Duration) -> Until {
        Until(Instant::now() + time)
    }

    /// The same, or after so much time if that is earlier.
    pub fn at_most(self, time: Duration) -> Until {
        Until(self.0.min(Instant::now() + time))
    }

    pub fn left(self) -> Result<Duration> {
        match self.0.saturating_duration_since(Instant::now()) {
            Duration::ZERO => bail!("it takes too long"),
            left => Ok(left),
        }
    }
}

pub trait Remote: Send {
    /// What has this name, if anything does. More than `most` bytes are an error.
    fn get(&mut self, name: &str, most: u64, until: Until) -> Result<Option<Vec<u8>>>;

    /// Gives bytes a name, in place of what had it.
    fn put(&mut self, name: &str, bytes: &[u8], until: Until) -> Result<()>;

    fn has(&mut self, name: &str, until: Until) -> Result<bool>;

    /// What is in a folder behind a name, in the order of names: so many at most, fewer only if these are all.
    fn list(&mut self, folder: &str, after: &str, most: usize, until: Until) -> Result<Vec<String>>;

    /// Takes a name away, or that of an empty folder. It need not be there.
    fn remove(&mut self, name: &str, until: Until) -> Result<()>;
}

/// How to get there. Nothing is sent yet.
pub fn at(url: &Url) -> Result<Box<dyn Remote>> {
    Ok(match url.kind {
        Kind::Folder => Box::new(SharedFolder::new(url)),
        Kind::S3 => Box::new(S3::new(url)?),
        Kind::Dav { is_encrypted } => Box::new(Dav::new(url, is_encrypted)?),
        Kind::Redis { is_encrypted } => Box::new(Redis::new(url, is_encrypted)?),
    })
}

/// A variable of the environment, unless it is empty.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// User and password for a shared store.
pub fn credentials() -> Option<(String, String)> {
    let password = variable("EVERCHECK_STORE_PASSWORD")?;
    Some((variable("EVERCHECK_STORE_USER").unwrap_or_default(), password))
}

/// The names among words, in their order, from behind one of them: what a listing of a folder comes to.
pub fn names(words: impl IntoIterator<Item = String>, after: &str, most: usize) -> Vec<String> {
    let is_name = |word: &String| {
        !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
    };
    let mut names: Vec<String> =
        words.into_iter().filter(|word| is_name(word) && word.as_str() > after).collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(most);
    names
}

/// The texts of the elements of a name in XML, whatever their namespace.
pub fn texts<'a>(xml: &'a str, element: &str) -> Vec<&'a str> {
    let pieces = xml.split('<').filter_map(|piece| piece.split_once('>'));
    let of_name = pieces.filter(|(tag, _)| {
        let name = tag.split(char::is_whitespace).next().unwrap_or_default();
        name.rsplit(':').next() == Some(element) && !tag.starts_with('/')
    });
    of_name.map(|(_, text)| text.trim()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_is_read_whatever_else_it_says() {
        let xml = "<a:list xmlns:a='x'><a:href>/x/ab/</a:href><href z='1'> /x/%41 </href><Key/><href";
        assert_eq!(texts(xml, "href"), ["/x/ab/", "/x/%41"]);
        assert_eq!(texts("<Key>k</Key><k>l</k>", "Key"), ["k"]);
        assert_eq!(texts("", "Key"), Vec::<&str>::new());
        let words = ["b", "a-1", "../c", "B", "", "b", "c"].map(String::from);
        assert_eq!(names(words.clone(), "", 9), ["a-1", "b", "c"]);
        assert_eq!(names(words, "a-1", 1), ["b"]);
    }
}
