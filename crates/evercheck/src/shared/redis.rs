//! A shared store on a Redis server, over its protocol RESP2.
//!
//! Values are strings. Redis does not know folders: the names in each are members of a sorted set of their own, which is in the
//! order of names since all have one score.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::remote::{CONNECTION, Remote, SMALL, Until, credentials, names};
use super::url::Url;

const PORT: u16 = 6379;
/// What an answer may nest.
const DEPTH: usize = 4;
/// Elements of an answer, at most.
const ELEMENTS: usize = 1 << 20;
/// A line of the protocol is short.
const LINE: u64 = 1 << 10;
/// Bytes of a value that is no content.
const WORD: u64 = 1 << 10;

pub struct Redis {
    host: String,
    port: u16,
    database: String,
    prefix: String,
    encryption: Option<Arc<ClientConfig>>,
    connection: Option<BufReader<Connection>>,
}

enum Connection {
    Plain(Timed),
    Encrypted(Box<StreamOwned<ClientConnection, Timed>>),
}

/// A socket that is waited for until a moment, however little comes at a time.
struct Timed {
    socket: TcpStream,
    until: Until,
}

#[derive(Debug, PartialEq, Eq)]
enum Value {
    Nothing,
    Number(i64),
    Bytes(Vec<u8>),
    Many(Vec<Value>),
    Refused(String),
}

impl Timed {
    fn left(&self) -> std::io::Result<std::time::Duration> {
        self.until
            .left()
            .map_err(|error| std::io::Error::new(std::io::ErrorKind::TimedOut, error.to_string()))
    }
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.socket.set_read_timeout(Some(self.left()?))?;
        self.socket.read(bytes)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.socket.set_write_timeout(Some(self.left()?))?;
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.socket.flush()
    }
}

impl Connection {
    fn timed(&mut self) -> &mut Timed {
        match self {
            Connection::Plain(timed) => timed,
            Connection::Encrypted(stream) => &mut stream.sock,
        }
    }
}

impl Read for Connection {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Connection::Plain(timed) => timed.read(bytes),
            Connection::Encrypted(stream) => stream.read(bytes),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Connection::Plain(timed) => timed.write(bytes),
            Connection::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Connection::Plain(timed) => timed.flush(),
            Connection::Encrypted(stream) => stream.flush(),
        }
    }
}

impl Redis {
    pub fn new(url: &Url, is_encrypted: bool) -> Result<Redis> {
        let (host, port) = match url.host.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().context("the port of the store")?)
            }
            _ => (url.host.as_str(), PORT),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_string();
        let (first, rest) = url.path.split_once('/').unwrap_or((&url.path, ""));
        let is_number = !first.is_empty() && first.bytes().all(|c| c.is_ascii_digit());
        let (database, prefix) = if is_number { (first, rest) } else { ("", url.path.as_str()) };
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
        let encryption = is_encrypted.then(encryption).transpose()?;
        Ok(Redis { host, port, database: database.into(), prefix, encryption, connection: None })
    }

    fn connect(&self, until: Until) -> Result<BufReader<Connection>> {
        let addresses = (self.host.as_str(), self.port).to_socket_addrs()?;
        let mut failure = anyhow!("there is no address of {}", self.host);
        for address in addresses {
            let timeout = until.at_most(CONNECTION).left()?;
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(socket) => {
                    socket.set_nodelay(true)?;
                    let timed = Timed { socket, until };
                    let connection = match &self.encryption {
                        None => Connection::Plain(timed),
                        Some(config) => {
                            let name = ServerName::try_from(self.host.clone())?;
                            let client = ClientConnection::new(config.clone(), name)?;
                            Connection::Encrypted(Box::new(StreamOwned::new(client, timed)))
                        }
                    };
                    return Ok(BufReader::with_capacity(1 << 16, connection));
                }
                Err(error) => failure = error.into(),
            }
        }
        Err(failure)
    }

    /// Sends commands together and reads as many answers. After an error the connection is not used again.
    fn ask(&mut self, commands: &[Vec<&[u8]>], most: u64, until: Until) -> Result<Vec<Value>> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let mut connection = self.connect(until)?;
                self.greet(&mut connection)?;
                connection
            }
        };
        connection.get_mut().timed().until = until;
        let values = exchange(&mut connection, commands, most)?;
        self.connection = Some(connection);
        match values.iter().find(|value| matches!(value, Value::Refused(_))) {
            Some(Value::Refused(why)) => bail!("the server says {why}"),
            _ => Ok(values),
        }
    }

    fn greet(&self, connection: &mut BufReader<Connection>) -> Result<()> {
        let credentials = credentials();
        let mut commands: Vec<Vec<&[u8]>> = Vec::new();
        if let Some((user, password)) = &credentials {
            let user = Some(user.as_bytes()).filter(|user| !user.is_empty());
            commands.push([&b"AUTH"[..]].into_iter().chain(user).chain([password.as_bytes()]).collect());
        }
        if !self.database.is_empty() {
            commands.push(vec![b"SELECT", self.database.as_bytes()]);
        }
        for value in exchange(connection, &commands, WORD)? {
            if let Value::Refused(why) = value {
                // Some servers repeat what they were sent.
                let why = why.split_whitespace().next().unwrap_or_default();
                bail!("the server refuses the connection ({why})");
            }
        }
        Ok(())
    }

    fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// The set of the names in a folder.
    fn set(&self, folder: &str) -> String {
        format!("{}{folder}/", self.prefix)
    }
}

fn exchange(
    connection: &mut BufReader<Connection>,
    commands: &[Vec<&[u8]>],
    most: u64,
) -> Result<Vec<Value>> {
    let stream = connection.get_mut();
    for command in commands {
        stream.write_all(format!("*{}\r\n", command.len()).as_bytes())?;
        for word in command {
            stream.write_all(format!("${}\r\n", word.len()).as_bytes())?;
            stream.write_all(word)?;
            stream.write_all(b"\r\n")?;
        }
    }
    stream.flush()?;
    commands.iter().map(|_| value(connection, most, DEPTH)).collect()
}

/// Reads an answer, of which nothing is believed.
fn value(reader: &mut impl BufRead, most: u64, depth: usize) -> Result<Value> {
    let mut line = Vec::new();
    reader.by_ref().take(LINE).read_until(b'\n', &mut line)?;
    let line = line.strip_suffix(b"\r\n").context("an answer is cut short")?;
    let line = std::str::from_utf8(line).context("not an answer of Redis")?;
    let (Some(kind), Some(rest)) = (line.chars().next(), line.get(1..)) else {
        bail!("not an answer of Redis")
    };
    match kind {
        '+' => Ok(Value::Bytes(rest.into())),
        '-' => Ok(Value::Refused(rest.into())),
        ':' => Ok(Value::Number(rest.parse()?)),
        '$' | '*' if rest == "-1" => Ok(Value::Nothing),
        '$' => {
            let length: u64 = rest.parse()?;
            if length > most {
                bail!("a value has {length} bytes, more than {most}");
            }
            let mut bytes = Vec::new();
            reader.by_ref().take(length + 2).read_to_end(&mut bytes)?;
            if bytes.len() as u64 != length + 2 || !bytes.ends_with(b"\r\n") {
                bail!("a value is cut short");
            }
            bytes.truncate(length as usize);
            Ok(Value::Bytes(bytes))
        }
        '*' if depth > 0 => {
            let count: usize = rest.parse()?;
            if count > ELEMENTS {
                bail!("an answer has {count} elements");
            }
            (0..count).map(|_| value(reader, most, depth - 1)).collect::<Result<_>>().map(Value::Many)
        }
        _ => bail!("not an answer of Redis"),
    }
}

fn encryption() -> Result<Arc<ClientConfig>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

impl Remote for Redis {
    fn get(&mut self, name: &str, most: u64, until: Until) -> Result<Option<Vec<u8>>> {
        let key = self.key(name);
        match self.ask(&[vec![b"GET", key.as_bytes()]], most, until)?.pop() {
            Some(Value::Bytes(bytes)) => Ok(Some(bytes)),
            Some(Value::Nothing) => Ok(None),
            _ => bail!("GET has a strange answer"),
        }
    }

    fn put(&mut self, name: &str, bytes: &[u8], until: Until) -> Result<()> {
        let key = self.key(name);
        let parents: Vec<(String, &str)> = name
            .match_indices('/')
            .map(|(at, _)| (self.set(&name[..at]), name[at + 1..].split('/').next().unwrap_or_default()))
            .collect();
        // The value first: a name without one is a miss, a value without a name is found by whoever knows it.
        let mut commands: Vec<Vec<&[u8]>> = vec![vec![b"SET", key.as_bytes(), bytes]];
        for (set, child) in &parents {
            commands.push(vec![b"ZADD", set.as_bytes(), b"0", child.as_bytes()]);
        }
        self.ask(&commands, WORD, until).map(drop)
    }

    fn has(&mut self, name: &str, until: Until) -> Result<bool> {
        let key = self.key(name);
        let answer = self.ask(&[vec![b"EXISTS", key.as_bytes()]], WORD, until.at_most(SMALL))?;
        Ok(answer == [Value::Number(1)])
    }

    fn list(&mut self, folder: &str, after: &str, most: usize, until: Until) -> Result<Vec<String>> {
        let (set, limit) = (self.set(folder), most.to_string());
        let low = if after.is_empty() { "-".to_string() } else { format!("({after}") };
        let words: Vec<&[u8]> =
            vec![b"ZRANGEBYLEX", set.as_bytes(), low.as_bytes(), b"+", b"LIMIT", b"0", limit.as_bytes()];
        let Some(Value::Many(found)) = self.ask(&[words], WORD, until)?.pop() else {
            bail!("ZRANGEBYLEX has a strange answer");
        };
        let text = |value| match value {
            Value::Bytes(bytes) => String::from_utf8(bytes).ok(),
            _ => None,
        };
        Ok(names(found.into_iter().filter_map(text), after, most))
    }

    fn remove(&mut self, name: &str, until: Until) -> Result<()> {
        let (folder, child) = name.rsplit_once('/').unwrap_or_default();
        let (key, own, set) = (self.key(name), self.set(name), self.set(folder));
        let commands: [Vec<&[u8]>; 2] =
            [vec![b"DEL", key.as_bytes(), own.as_bytes()], vec![b"ZREM", set.as_bytes(), child.as_bytes()]];
        self.ask(&commands, WORD, until).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value> {
        value(&mut text.as_bytes(), 5, DEPTH)
    }

    #[test]
    fn answers_are_those_of_the_protocol() {
        assert_eq!(read("+OK\r\n").unwrap(), Value::Bytes(b"OK".to_vec()));
        assert_eq!(read("$3\r\na\r\n\r\n").unwrap(), Value::Bytes(b"a\r\n".to_vec()));
        assert_eq!(read("$-1\r\n").unwrap(), Value::Nothing);
        let many = vec![Value::Number(-7), Value::Refused("ERR x".into())];
        assert_eq!(read("*2\r\n:-7\r\n-ERR x\r\n").unwrap(), Value::Many(many));
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for text in
            ["", "\r\n", "?\r\n", "+OK", "$3\r\nab", "$6\r\nabcdef\r\n", "$3\r\nabcd\r\n", "$x\r\n", "é\r\n"]
        {
            assert!(read(text).is_err(), "{text:?}");
        }
        assert!(read(&format!("*{}\r\n", u64::MAX)).is_err());
        assert!(read("*99999999\r\n").is_err());
        assert!(read(&"*1\r\n".repeat(9)).is_err());
        assert!(read(&"x".repeat(9999)).is_err());
    }
}
