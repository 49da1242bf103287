//! What stands in the URL of a broker.

/// The user and the password that stand in a URL, or a token alone.
pub fn user_of(url: &str) -> Option<(&str, Option<&str>)> {
    let (user, _) = url.split_once("://").map_or(url, |it| it.1).rsplit_once('@')?;
    Some(user.split_once(':').map_or((user, None), |(user, password)| (user, Some(password))))
}

/// A URL as it may be shown.
pub fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("nats", url));
    let host = rest.rsplit_once('@').map_or(rest, |it| it.1);
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("nats://host:4222"), "nats://host:4222");
        assert_eq!(without_password("tls://user:pass@word@host"), "tls://host");
        assert_eq!(without_password("u:p@host:1"), "nats://host:1");
        assert_eq!(user_of("tls://user:pass@word@host"), Some(("user", Some("pass@word"))));
        assert_eq!(user_of("nats://token@host:1"), Some(("token", None)));
        assert_eq!(user_of("nats://host:1"), None);
    }
}
