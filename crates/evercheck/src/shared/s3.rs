//! A shared store in a bucket of S3, or of a server that speaks its protocol.
//!
//! Requests are signed by AWS Signature Version 4, with the key, the region and the endpoint that the environment names as it
//! does for Amazon's own tools; without a key they are not signed.

use std::time::SystemTime;

use anyhow::{Result, bail};
use ring::{digest, hmac};

use super::http::{Client, Question, Reply};
use super::remote::{Remote, SMALL, Until, names, texts, variable};
use super::url::Url;
use crate::date::date;

/// Bytes of the longest listing that is read.
const LISTING: u64 = 16 << 20;
const IGNORED: u64 = 1 << 20;
/// Names that a server lists at once, at most.
const PAGE: usize = 1000;

pub struct S3 {
    client: Client,
    /// `https://host` and the path before names, which begins with a slash and does not end with one.
    origin: String,
    base: String,
    prefix: String,
    signer: Option<Signer>,
}

struct Signer {
    key: String,
    secret: String,
    token: Option<String>,
    region: String,
}

impl S3 {
    pub fn new(url: &Url) -> Result<S3> {
        let region = variable("AWS_REGION").or_else(|| variable("AWS_DEFAULT_REGION"));
        let region = region.unwrap_or_else(|| "us-east-1".into());
        let endpoint = variable("AWS_ENDPOINT_URL_S3").or_else(|| variable("AWS_ENDPOINT_URL"));
        let bucket = &url.host;
        let (origin, base) = match endpoint {
            Some(endpoint) => {
                let endpoint = endpoint.trim_end_matches('/').to_string();
                let is_origin = endpoint.split_once("://").is_some_and(|(scheme, host)| {
                    ["http", "https"].contains(&scheme) && !host.is_empty() && !host.contains(['/', '@'])
                });
                if !is_origin {
                    bail!("AWS_ENDPOINT_URL is to be http://HOST or https://HOST");
                }
                (endpoint, format!("/{bucket}"))
            }
            // The certificates of the usual names are for one word before the host.
            None if bucket.contains('.') => {
                (format!("https://s3.{region}.amazonaws.com"), format!("/{bucket}"))
            }
            None => (format!("https://{bucket}.s3.{region}.amazonaws.com"), String::new()),
        };
        let pair = variable("AWS_ACCESS_KEY_ID").zip(variable("AWS_SECRET_ACCESS_KEY"));
        let token = variable("AWS_SESSION_TOKEN");
        let signer = pair.map(|(key, secret)| Signer { key, secret, token, region });
        let prefix = if url.path.is_empty() { String::new() } else { format!("{}/", url.path) };
        Ok(S3 { client: Client::new(origin.starts_with("https:")), origin, base, prefix, signer })
    }

    fn of_name(&self, method: &str, name: &str, body: &[u8], most: u64, until: Until) -> Result<Reply> {
        self.ask(method, &format!("/{}{name}", self.prefix), "", body, most, until)
    }

    /// The query is one that is in order and encoded.
    fn ask(
        &self,
        method: &str,
        path: &str,
        query: &str,
        body: &[u8],
        most: u64,
        until: Until,
    ) -> Result<Reply> {
        let path = format!("{}{path}", self.base);
        let mark = if query.is_empty() { "" } else { "?" };
        let url = format!("{}{path}{mark}{query}", self.origin);
        let host = self.origin.split_once("://").map_or("", |it| it.1);
        let headers = match &self.signer {
            Some(signer) => signer.headers(method, host, &path, query, body, now()),
            None => Vec::new(),
        };
        self.client.ask(&Question { method, url: &url, headers: &headers, body, most }, until)
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

impl Signer {
    fn headers(
        &self,
        method: &str,
        host: &str,
        path: &str,
        query: &str,
        body: &[u8],
        seconds: i64,
    ) -> Vec<(&'static str, String)> {
        let moment = date(seconds).replace(['-', ':'], "").replace(' ', "T") + "Z";
        let day = &moment[..8];
        let content = hex(digest::digest(&digest::SHA256, body).as_ref());
        let mut headers = vec![("x-amz-content-sha256", content.clone()), ("x-amz-date", moment.clone())];
        headers.extend(self.token.iter().map(|token| ("x-amz-security-token", token.clone())));
        let mut signed = format!("host:{host}\n");
        headers.iter().for_each(|(name, value)| signed += &format!("{name}:{value}\n"));
        let names: Vec<&str> = ["host"].into_iter().chain(headers.iter().map(|it| it.0)).collect();
        let names = names.join(";");
        let request = format!("{method}\n{path}\n{query}\n{signed}\n{names}\n{content}");
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let request = hex(digest::digest(&digest::SHA256, request.as_bytes()).as_ref());
        let text = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{request}");
        let words = [day, &self.region, "s3", "aws4_request", &text];
        let first = format!("AWS4{}", self.secret).into_bytes();
        let signature = words.iter().fold(first, |key, word| {
            let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
            hmac::sign(&key, word.as_bytes()).as_ref().to_vec()
        });
        let signature = hex(&signature);
        let key = &self.key;
        let value = format!(
            "AWS4-HMAC-SHA256 Credential={key}/{scope}, SignedHeaders={names}, Signature={signature}"
        );
        headers.push(("authorization", value));
        headers
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Remote for S3 {
    fn get(&mut self, name: &str, most: u64, until: Until) -> Result<Option<Vec<u8>>> {
        let reply = self.of_name("GET", name, &[], most, until)?;
        match reply.status {
            200 => Ok(Some(reply.body)),
            404 => Ok(None),
            _ => Err(reply.refusal("GET")),
        }
    }

    fn put(&mut self, name: &str, bytes: &[u8], until: Until) -> Result<()> {
        let reply = self.of_name("PUT", name, bytes, IGNORED, until)?;
        if reply.is_success() { Ok(()) } else { Err(reply.refusal("PUT")) }
    }

    fn has(&mut self, name: &str, until: Until) -> Result<bool> {
        let reply = self.of_name("HEAD", name, &[], IGNORED, until.at_most(SMALL))?;
        match reply.status {
            200 => Ok(true),
            404 => Ok(false),
            _ => Err(reply.refusal("HEAD")),
        }
    }

    fn list(&mut self, folder: &str, after: &str, most: usize, until: Until) -> Result<Vec<String>> {
        let encoded = |text: &str| text.replace('/', "%2F");
        let inside = encoded(&format!("{}{folder}/", self.prefix));
        let (mut found, mut after) = (Vec::<String>::new(), after.to_string());
        while found.len() < most {
            let page = (most - found.len()).min(PAGE);
            // What begins with a folder's name stands behind that folder.
            let behind =
                if after.is_empty() { String::new() } else { format!("&start-after={inside}{after}%2F~") };
            let query = format!("delimiter=%2F&list-type=2&max-keys={page}&prefix={inside}{behind}");
            let reply = self.ask("GET", "/", &query, &[], LISTING, until)?;
            if reply.status != 200 {
                return Err(reply.refusal("GET"));
            }
            let xml = String::from_utf8_lossy(&reply.body);
            let last =
                |path: &str| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_string();
            let keys = texts(&xml, "Key").into_iter().chain(texts(&xml, "Prefix"));
            let own = folder.rsplit('/').next().unwrap_or_default();
            let new = names(keys.map(last).filter(|name| name != own), &after, page);
            let is_cut = texts(&xml, "IsTruncated").first() == Some(&"true");
            found.extend(new);
            match found.last() {
                Some(last) if is_cut && *last > after => after.clone_from(last),
                _ => break,
            }
        }
        Ok(found)
    }

    fn remove(&mut self, name: &str, until: Until) -> Result<()> {
        let reply = self.of_name("DELETE", name, &[], IGNORED, until)?;
        if reply.is_success() || reply.status == 404 { Ok(()) } else { Err(reply.refusal("DELETE")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Amazon's documentation of single requests ("GET Bucket Lifecycle" with the published key), whose
    /// signature is published with it.
    #[test]
    fn a_signature_is_the_published_one() {
        let signer = Signer {
            key: "AKIAIOSFODNN7EXAMPLE".into(),
            secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".into(),
            token: None,
            region: "us-east-1".into(),
        };
        let host = "examplebucket.s3.amazonaws.com";
        let headers = signer.headers("GET", host, "/", "lifecycle=", &[], 1_369_353_600);
        let (_, value) = headers.last().unwrap();
        let signature = "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543";
        assert!(value.ends_with(signature), "{value}");
    }
}
