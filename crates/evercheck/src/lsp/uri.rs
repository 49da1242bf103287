//! Paths as editors write them: `file:` addresses.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The path of an address; nothing if it is of no file on this machine.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let (mut bytes, mut left) = (Vec::new(), rest.as_bytes());
    while let [first, others @ ..] = left {
        left = others;
        match (first, others) {
            (b'%', [high, low, behind @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                bytes.push((digit(high)? * 16 + digit(low)?) as u8);
                left = behind;
            }
            (b'%', _) | (b'?' | b'#', _) => return None,
            (byte, _) => bytes.push(*byte),
        }
    }
    (!bytes.contains(&0)).then(|| PathBuf::from(OsString::from_vec(bytes)))
}

/// The address of an absolute path.
pub fn of(path: &Path) -> String {
    let mut uri = String::from("file://");
    for &byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(byte.into());
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for text in ["/a/b.c", "/a b/ü.c", "/100%/#x?.c", "/"] {
            assert_eq!(path(&of(Path::new(text))), Some(text.into()), "{text}");
        }
        let odd = PathBuf::from(OsString::from_vec(b"/\xff.c".to_vec()));
        assert_eq!(path(&of(&odd)), Some(odd));
        assert_eq!(path("file:///c%3a/x.c"), Some("/c:/x.c".into()));
        for other in
            ["untitled:1", "file://host/a.c", "file:///%4", "file:///%zz", "file:///a%00", "git:/a.c"]
        {
            assert_eq!(path(other), None, "{other}");
        }
    }
}
