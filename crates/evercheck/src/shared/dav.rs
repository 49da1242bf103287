//! A shared store on a WebDAV server.

use anyhow::Result;

use super::http::{Client, Question, Reply};
use super::remote::{Remote, SMALL, Until, credentials, names, texts, variable};
use super::url::Url;

/// Bytes of the longest listing that is read.
const LISTING: u64 = 16 << 20;
/// Of an answer that nobody reads.
const IGNORED: u64 = 1 << 20;

pub struct Dav {
    client: Client,
    root: String,
    authorization: Option<String>,
}

impl Dav {
    pub fn new(url: &Url, is_encrypted: bool) -> Result<Dav> {
        let basic = credentials()
            .map(|(user, password)| format!("Basic {}", base64(format!("{user}:{password}").as_bytes())));
        let bearer = variable("EVERCHECK_STORE_TOKEN").map(|token| format!("Bearer {token}"));
        Ok(Dav { client: Client::new(is_encrypted), root: url.to_string(), authorization: basic.or(bearer) })
    }

    fn url(&self, name: &str) -> String {
        format!("{}/{name}", self.root)
    }

    fn ask(
        &self,
        method: &str,
        name: &str,
        more: &[(&str, String)],
        most: u64,
        until: Until,
    ) -> Result<Reply> {
        self.send(method, name, more, &[], most, until)
    }

    fn send(
        &self,
        method: &str,
        name: &str,
        more: &[(&str, String)],
        body: &[u8],
        most: u64,
        until: Until,
    ) -> Result<Reply> {
        let mut headers = more.to_vec();
        headers.extend(self.authorization.iter().map(|it| ("authorization", it.clone())));
        let url = self.url(name);
        self.client.ask(&Question { method, url: &url, headers: &headers, body, most }, until)
    }

    /// Makes the folders that a name is in, from the root of the store on.
    fn make_folders(&self, name: &str, until: Until) -> Result<()> {
        for (end, _) in name.match_indices('/') {
            // One that is there is refused, which is as well: if it is not, the next request says so.
            self.ask("MKCOL", &format!("{}/", &name[..end]), &[], IGNORED, until)?;
        }
        Ok(())
    }
}

impl Remote for Dav {
    fn get(&mut self, name: &str, most: u64, until: Until) -> Result<Option<Vec<u8>>> {
        let reply = self.ask("GET", name, &[], most, until)?;
        match reply.status {
            200 => Ok(Some(reply.body)),
            404 => Ok(None),
            _ => Err(reply.refusal("GET")),
        }
    }

    /// Many a server writes in place: what is cut short must not have the name yet.
    fn put(&mut self, name: &str, bytes: &[u8], until: Until) -> Result<()> {
        let (folder, _) = name.rsplit_once('/').unwrap_or_default();
        let unfinished = format!("{folder}/.unfinished-{}-{:x}", std::process::id(), super::random());
        let mut reply = self.send("PUT", &unfinished, &[], bytes, IGNORED, until)?;
        // Servers differ in how they say that there is no such folder.
        if matches!(reply.status, 403 | 404 | 409) {
            self.make_folders(name, until)?;
            reply = self.send("PUT", &unfinished, &[], bytes, IGNORED, until)?;
        }
        if !reply.is_success() {
            return Err(reply.refusal("PUT"));
        }
        let headers = [("destination", self.url(name)), ("overwrite", "T".to_string())];
        let reply = self.ask("MOVE", &unfinished, &headers, IGNORED, until)?;
        if !reply.is_success() {
            let _ = self.ask("DELETE", &unfinished, &[], IGNORED, until);
            return Err(reply.refusal("MOVE"));
        }
        Ok(())
    }

    fn has(&mut self, name: &str, until: Until) -> Result<bool> {
        let reply = self.ask("HEAD", name, &[], IGNORED, until.at_most(SMALL))?;
        match reply.status {
            200 | 204 => Ok(true),
            404 => Ok(false),
            _ => Err(reply.refusal("HEAD")),
        }
    }

    fn list(&mut self, folder: &str, after: &str, most: usize, until: Until) -> Result<Vec<String>> {
        let headers = [("depth", "1".to_string())];
        let reply = self.ask("PROPFIND", &format!("{folder}/"), &headers, LISTING, until)?;
        match reply.status {
            207 => {}
            404 => return Ok(Vec::new()),
            _ => return Err(reply.refusal("PROPFIND")),
        }
        let xml = String::from_utf8_lossy(&reply.body);
        let own = folder.rsplit('/').next().unwrap_or_default();
        let last = |path: &str| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_string();
        let words = texts(&xml, "href").into_iter().map(last).filter(|name| name != own);
        Ok(names(words, after, most))
    }

    fn remove(&mut self, name: &str, until: Until) -> Result<()> {
        let reply = self.ask("DELETE", name, &[], IGNORED, until)?;
        if reply.is_success() || reply.status == 404 { Ok(()) } else { Err(reply.refusal("DELETE")) }
    }
}

/// As RFC 4648 has it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = bytes.chunks(3).flat_map(|chunk| {
        let word =
            chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        (0..4).map(move |i| match i <= chunk.len() {
            true => DIGITS[(word >> (18 - 6 * i)) as usize & 63] as char,
            false => '=',
        })
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(super::base64(bytes.as_bytes()), text);
        }
    }
}
