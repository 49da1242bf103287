//! Messages between an editor and us: JSON-RPC 2.0 behind a head that tells its length, as the Language Server Protocol
//! frames them.
//!
//! What is read is bounded, whatever the head says. A message that is no JSON can be answered, since its end is known; a head
//! that is none leaves nothing to go on with.

use std::io::{BufRead, Read};

use serde_json::Value;

/// Bytes of a message: an editor sends names of files here, and whole files where it opens one.
const MOST_BYTES: usize = 32 << 20;
/// Bytes of a line of the head, and lines of one.
const LINE_BYTES: u64 = 4 << 10;
const LINES: usize = 32;

/// What was read.
#[derive(Debug, PartialEq)]
pub enum Received {
    Message(Value),
    /// A message that is no JSON, and why.
    Garbage(String),
    /// There is nothing more.
    End,
}

/// Reads the next message. An error is one of the frame: nothing behind it can be read.
pub fn read(input: &mut impl BufRead) -> Result<Received, String> {
    let Some(length) = head(input)? else { return Ok(Received::End) };
    if length > MOST_BYTES {
        return Err(format!("a message of {length} bytes: {MOST_BYTES} at most are read"));
    }
    let mut bytes = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() < length {
        return Err(format!("the input ends within a message: {} of {length} bytes", bytes.len()));
    }
    Ok(serde_json::from_slice(&bytes)
        .map_or_else(|error| Received::Garbage(error.to_string()), Received::Message))
}

/// The length that a head tells; nothing at the end of the input.
fn head(input: &mut impl BufRead) -> Result<Option<usize>, String> {
    let mut length = None;
    for count in 0..LINES {
        let mut line = Vec::new();
        let limited = &mut input.by_ref().take(LINE_BYTES);
        limited.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if line.is_empty() && count == 0 {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            return Err("the head of a message has no end".into());
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| "a message without Content-Length".into());
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        if name.eq_ignore_ascii_case("content-length") {
            let number = value.trim().parse().map_err(|_| format!("Content-Length is {:?}", value.trim()))?;
            length = Some(number);
        } else if !name.eq_ignore_ascii_case("content-type") {
            return Err(format!("{:?} is no head of a message", line.chars().take(80).collect::<String>()));
        }
    }
    Err(format!("the head of a message has more than {LINES} lines"))
}

/// A message as it is sent.
pub fn framed(message: &Value) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(bytes: &[u8]) -> Result<Received, String> {
        read(&mut &bytes[..])
    }

    #[test]
    fn what_is_sent_is_read() {
        let message = json!({"jsonrpc": "2.0", "method": "é", "params": [1, "\n"]});
        let bytes = framed(&message) + &framed(&json!(null));
        let mut input = bytes.as_bytes();
        assert_eq!(read(&mut input), Ok(Received::Message(message)));
        assert_eq!(read(&mut input), Ok(Received::Message(Value::Null)));
        assert_eq!(read(&mut input), Ok(Received::End));
        let typed = b"content-type: application/vscode-jsonrpc\r\nCONTENT-LENGTH:2\r\n\r\n{}";
        assert_eq!(of(typed), Ok(Received::Message(json!({}))));
    }

    #[test]
    fn lies_about_the_length_are_noticed() {
        assert!(of(b"Content-Length: 9\r\n\r\n{}").unwrap_err().contains("2 of 9 bytes"));
        assert!(of(b"Content-Length: 99999999999\r\n\r\n{}").unwrap_err().contains("99999999999 bytes"));
        assert!(of(b"Content-Length: 99999999999999999999999\r\n\r\n").unwrap_err().contains("is \"999"));
        assert!(of(b"Content-Length: -1\r\n\r\n").unwrap_err().contains("is \"-1\""));
        assert!(of(b"Content-Type: x\r\n\r\n{}").unwrap_err().contains("without Content-Length"));
        assert!(of(b"GET / HTTP/1.1\r\n\r\n").unwrap_err().contains("no head"));
        assert!(of(b"Content-Length: 2").unwrap_err().contains("no end"));
        assert!(of(&[b'x'; 100_000]).unwrap_err().contains("no end"));
        assert!(of(&b"Content-Type: x\r\n".repeat(99)).unwrap_err().contains("more than 32 lines"));
        let mut short = &b"Content-Length: 1\r\n\r\n{}"[..];
        assert!(matches!(read(&mut short), Ok(Received::Garbage(_))));
        assert!(read(&mut short).is_err());
    }

    #[test]
    fn what_is_no_json_can_be_answered() {
        for text in ["{", "\u{0}", "[1,]", &"[".repeat(100_000)] {
            let bytes = format!("Content-Length: {}\r\n\r\n{text}", text.len());
            assert!(matches!(of(bytes.as_bytes()), Ok(Received::Garbage(_))), "{text:.20}");
        }
    }
}
