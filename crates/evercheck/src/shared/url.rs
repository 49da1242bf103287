//! What `--store` names: a folder, a store that is shared, or both.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// `DIR`, `URL` or `DIR,URL`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreName {
    pub folder: Option<PathBuf>,
    pub shared: Option<Url>,
}

/// Where a shared store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    pub kind: Kind,
    /// Host and port, or a bucket; nothing for a folder.
    pub host: String,
    /// Without slashes at its ends, but for the first one of a folder's.
    pub path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Folder,
    S3,
    Dav { is_encrypted: bool },
    Redis { is_encrypted: bool },
}

impl Kind {
    const ALL: [(&str, Kind); 6] = [
        ("file", Kind::Folder),
        ("s3", Kind::S3),
        ("http", Kind::Dav { is_encrypted: false }),
        ("https", Kind::Dav { is_encrypted: true }),
        ("redis", Kind::Redis { is_encrypted: false }),
        ("rediss", Kind::Redis { is_encrypted: true }),
    ];

    pub fn scheme(self) -> &'static str {
        Kind::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(scheme, _)| scheme)
    }
}

impl StoreName {
    /// A folder may have any name that is no URL, a comma in it included.
    pub fn parse(text: std::ffi::OsString) -> Result<StoreName, String> {
        let Some((words, place)) = text.to_str().and_then(|words| Some((words, words.find("://")?))) else {
            return Ok(StoreName { folder: Some(text.into()), shared: None });
        };
        match words[..place].rfind(',') {
            Some(comma) => {
                let folder = Some(&words[..comma]).filter(|it| !it.is_empty());
                let folder = folder.ok_or("there is no folder before the comma")?;
                Ok(StoreName { folder: Some(folder.into()), shared: Some(words[comma + 1..].parse()?) })
            }
            None => Ok(StoreName { folder: None, shared: Some(words.parse()?) }),
        }
    }
}

impl FromStr for Url {
    type Err = String;

    fn from_str(text: &str) -> Result<Url, String> {
        let (scheme, rest) = text.split_once("://").ok_or("not a URL")?;
        let found = Kind::ALL.iter().find(|(known, _)| *known == scheme);
        let (_, kind) = found.ok_or_else(|| {
            let known: Vec<&str> = Kind::ALL.iter().map(|(scheme, _)| *scheme).collect();
            format!("{scheme}:// is not known; known are {}", known.join(", "))
        })?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        if host.contains('@') {
            return Err("credentials are taken from the environment, not from a URL".into());
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
        let is_host = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        match kind {
            Kind::Folder if !host.is_empty() || path.is_empty() => {
                return Err("a folder is written file:///its/path".into());
            }
            Kind::Folder => return Ok(Url { kind: *kind, host: String::new(), path: format!("/{path}") }),
            _ if host.is_empty() => return Err(format!("{scheme}:// is followed by nothing")),
            _ if !host.chars().all(is_host) => return Err(format!("{host} cannot be a host or a bucket")),
            _ if !path.chars().all(is_plain) => {
                return Err("a path may have letters, digits and -._~/ in it".into());
            }
            _ => {}
        }
        Ok(Url { kind: *kind, host: host.into(), path: path.trim_matches('/').into() })
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slash = if self.path.is_empty() || self.path.starts_with('/') { "" } else { "/" };
        write!(f, "{}://{}{slash}{}", self.kind.scheme(), self.host, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_a_folder_or_shared_or_both() {
        let parse = |text: &str| StoreName::parse(text.into());
        let shared = |text: &str| Some(text.parse::<Url>().unwrap());
        let name = |folder: Option<&str>, url: Option<Url>| {
            Ok(StoreName { folder: folder.map(PathBuf::from), shared: url })
        };
        assert_eq!(parse("a,b/c"), name(Some("a,b/c"), None));
        assert_eq!(parse("s3://bucket/team"), name(None, shared("s3://bucket/team")));
        assert_eq!(parse("a,b,file:///x,y"), name(Some("a,b"), shared("file:///x,y")));
        assert!(parse(",s3://bucket").is_err());
        assert_eq!(parse("a,http://host/x/").unwrap().shared.unwrap().to_string(), "http://host/x");
        assert_eq!(parse("rediss://host:1/0/x").unwrap().shared.unwrap().to_string(), "rediss://host:1/0/x");
        assert_eq!(parse("file:///x").unwrap().shared.unwrap().to_string(), "file:///x");
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for (text, why) in [
            ("ftp://host", "known are file, s3"),
            ("http://user:secret@host", "environment"),
            ("s3://", "nothing"),
            ("file://host/x", "file:///"),
            ("http://ho st/", "host or a bucket"),
            ("http://host/?x=1", "a path may have"),
        ] {
            let error = text.parse::<Url>().unwrap_err();
            assert!(error.contains(why) && !error.contains("secret"), "{error}");
        }
    }
}
