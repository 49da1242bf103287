//! Requests over HTTP, for stores that are reached that way.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use ureq::http::Request;
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};
use ureq::{Agent, RequestExt};

use super::remote::{CONNECTION, Until};

pub struct Client(Agent);

pub struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
}

/// What is asked.
pub struct Question<'a> {
    pub method: &'a str,
    pub url: &'a str,
    pub headers: &'a [(&'a str, String)],
    pub body: &'a [u8],
    /// More bytes of an answer are an error.
    pub most: u64,
}

impl Client {
    /// Encrypted connections are believed if one of the machine's own authorities vouches for them.
    pub fn new(is_encrypted: bool) -> Client {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // A signature is for one place, and a password too.
            .max_redirects(0)
            .allow_non_standard_methods(true)
            .timeout_connect(Some(CONNECTION))
            .user_agent("evercheck");
        if is_encrypted {
            let roots = rustls_native_certs::load_native_certs().certs;
            let roots: Vec<Certificate<'static>> =
                roots.iter().map(|it| Certificate::from_der(it).to_owned()).collect();
            let tls = TlsConfig::builder()
                .provider(TlsProvider::Rustls)
                .root_certs(RootCerts::Specific(Arc::new(roots)))
                .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
            config = config.tls_config(tls.build());
        }
        Client(config.build().new_agent())
    }

    pub fn ask(&self, question: &Question, until: Until) -> Result<Reply> {
        let Question { method, url, headers, body, most } = question;
        let mut request = Request::builder().method(*method).uri(*url);
        for (name, value) in *headers {
            request = request.header(*name, value);
        }
        let left = until.left()?;
        let answer = if *method == "PUT" {
            self.run(request.body(*body)?, left)
        } else {
            self.run(request.body(())?, left)
        };
        let mut answer = answer.map_err(|error| anyhow!("{error}"))?;
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(most + 1).read_to_vec();
        let body = body.with_context(|| format!("the answer to {method}"))?;
        if body.len() as u64 > *most {
            return Err(anyhow!("the answer to {method} has more than {most} bytes"));
        }
        Ok(Reply { status, body })
    }

    fn run(
        &self,
        request: Request<impl ureq::AsSendBody>,
        left: Duration,
    ) -> Result<ureq::http::Response<ureq::Body>, ureq::Error> {
        request.with_agent(&self.0).configure().timeout_global(Some(left)).run()
    }
}

impl Reply {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// What to say of an answer that is none.
    pub fn refusal(&self, method: &str) -> anyhow::Error {
        anyhow!("{method} is answered by status {}", self.status)
    }
}
