//! `--store URL`: what one machine verified another reuses, and a shared store that fails, hangs or lies costs time, a warning, and
//! never a verdict.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{EXAMPLES, Outcome, Scratch, assert_contains, outcome};

/// A clone of a project: its files have the same names in each.
fn clone(test: &str, revision: u32) -> Scratch {
    let clone = Scratch::new(test);
    at(&clone, revision);
    clone
}

fn at(clone: &Scratch, revision: u32) {
    clone.write("account.c", std::fs::read(format!("{EXAMPLES}/account/{revision}/account.c")).unwrap());
    clone.write("meter.c", std::fs::read(format!("{EXAMPLES}/meter.c")).unwrap());
}

/// A check of the account, with the report as JSON.
fn check(clone: &Scratch, url: &str) -> (Value, Outcome) {
    let told = clone.run(&format!("-v check --format json --store {url} account.c"));
    let report = serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("{told:#?}"));
    (report, told)
}

fn executed(report: &Value) -> u64 {
    report["stats"]["transitions_executed"].as_u64().unwrap_or_else(|| panic!("{report}"))
}

fn reused(report: &Value) -> u64 {
    report["stats"]["transitions_reused"].as_u64().unwrap_or_else(|| panic!("{report}"))
}

/// How many requests were made, as `-v` says.
fn requests(told: &Outcome) -> u64 {
    let line = told.stderr.lines().find_map(|line| line.split_once(" requests to "));
    let number = line.and_then(|(before, _)| before.split_whitespace().last()?.parse().ok());
    number.unwrap_or(0)
}

fn warnings(told: &Outcome) -> usize {
    told.stderr.lines().filter(|line| line.contains("warning")).count()
}

/// What one clone verified, the other does not execute again.
fn two_clones(test: &str, url: &str) {
    let (one, other) = (clone(&format!("{test}_one"), 2), clone(&format!("{test}_other"), 2));
    let (first, told) = check(&one, url);
    assert_eq!((first["verdict"].as_str(), warnings(&told)), (Some("true"), 0), "{told:#?}");
    assert!(executed(&first) > 1000, "{first}");
    // A look at the program, a listing; is it there, is its segment, the segment, the run twice.
    assert!(requests(&told) <= 7, "{told:#?}");
    let (second, told) = check(&other, url);
    assert_eq!((executed(&second), warnings(&told)), (0, 0), "{told:#?}");
    assert_eq!(second["verdict"], first["verdict"]);
    assert!((1..=4).contains(&requests(&told)), "{told:#?}");
    // It is in the local store now.
    let (third, told) = check(&other, url);
    assert!(executed(&third) == 0 && requests(&told) <= 1, "{told:#?}");
    // A revision that nobody has verified is built on the nearest that somebody has.
    let new = clone(&format!("{test}_new"), 3);
    let (changed, told) = check(&new, url);
    assert!(reused(&changed) > 5000 && requests(&told) <= 10, "{told:#?}");
    // Proofs as well.
    let prove = |clone: &Scratch| {
        let line =
            format!("check --format json --engine predicate --property unreach-call --store {url} meter.c");
        serde_json::from_str::<Value>(&clone.run(&line).success()).unwrap()
    };
    let queries =
        |report: &Value| report["stats"]["smt_queries"].as_u64().unwrap_or_else(|| panic!("{report}"));
    assert!(queries(&prove(&one)) > 0);
    assert_eq!(queries(&prove(&other)), 0);
}

#[test]
fn two_clones_share_a_folder() {
    let shared = Scratch::new("shared_folder");
    let url = format!("file://{}", shared.path.display());
    two_clones("shared_folder", &url);
    // What is sent by somebody who may only read is nothing.
    let before = files(&shared.path);
    let reader = clone("shared_folder_reader", 1);
    let told = reader.run(&format!("check --store-read-only --store here,{url} account.c"));
    assert_eq!((told.status, files(&shared.path)), (Some(1), before), "{told:#?}");
    assert!(reader.path.join("here/cas").is_dir());
    // Old runs go, and then what no run needs.
    let gc = |options: &str| reader.run(&format!("store gc --store {url} {options}")).success();
    assert_contains(&gc("--keep-days 1"), &["removed nothing: ", "left in file:///"]);
    assert_eq!(files(&shared.path), before);
    assert_contains(&gc("--max-size 1kB"), &["removed ", "0 runs and 0 segments"]);
    assert_eq!(files(&shared.path), 0);
    let (report, told) = check(&clone("shared_folder_after", 2), &url);
    assert!(executed(&report) > 1000 && warnings(&told) == 0, "{told:#?}");
    assert!(files(&shared.path) > 2);
    // A folder that is not there is not made: it is a disk that is not mounted.
    let (report, told) = check(&clone("shared_folder_gone", 2), &format!("{url}/nowhere"));
    assert_eq!((report["verdict"].as_str(), warnings(&told)), (Some("true"), 1), "{told:#?}");
}

/// How many files are below a folder.
fn files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 }).sum()
}

#[test]
fn whoever_is_killed_when_nothing_is_lost() {
    let shared = Scratch::new("shared_killed");
    let url = format!("file://{}", shared.path.display());
    let victim = clone("shared_killed_victim", 2);
    for delay in [20, 40, 60, 80, 100, 130, 170, 220, 300] {
        let _ = std::fs::remove_dir_all(victim.path.join(".evercheck"));
        let mut check = victim.command(&format!("check --store {url} account.c"));
        let mut check = check.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(delay));
        let _ = check.kill();
        check.wait().unwrap();
        let (report, told) = check_fresh("shared_killed_reader", &format!("--store-read-only --store {url}"));
        assert_eq!((report["verdict"].as_str(), warnings(&told)), (Some("true"), 0), "{told:#?}");
    }
    check(&victim, &url);
    let (report, told) = check_fresh("shared_killed_reader", &format!("--store {url}"));
    assert_eq!(executed(&report), 0, "{told:#?}");
}

/// With an empty local store.
fn check_fresh(test: &str, options: &str) -> (Value, Outcome) {
    let clone = clone(test, 2);
    let told = clone.run(&format!("-v check --format json {options} account.c"));
    (serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("{told:#?}")), told)
}

/// What a server does that is not what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Honest,
    /// Takes requests and never answers.
    Silent,
    /// Answers a byte a second.
    Slow,
    /// With what is no answer.
    Garbage,
    /// That it cannot.
    Broken,
    /// One bit is another, somewhere in the middle of a value.
    Altered,
    /// The first half of a value.
    Short,
    /// A value that ends before it said it would.
    Cut,
    /// The value of another name.
    Other,
    /// A value that does not end.
    Endless,
}

type Things = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// A WebDAV server, as far as one is needed.
struct Server {
    port: u16,
    manner: Arc<Mutex<Manner>>,
    things: Things,
}

impl Server {
    fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Server { port, manner: Arc::new(Mutex::new(Manner::Honest)), things: Things::default() };
        let (manner, things) = (server.manner.clone(), server.things.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (manner, things) = (*manner.lock().unwrap(), things.clone());
                // Who is left behind by a client that gave up ends with the tests.
                thread::spawn(move || serve(stream, manner, &things));
            }
        });
        server
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/team", self.port)
    }

    fn is(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }
}

fn serve(stream: TcpStream, manner: Manner, things: &Things) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_string(), words.next()?.to_string());
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_string());
    }
    let length = headers.get("content-length").and_then(|it| it.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut things = things.lock().unwrap();
    let is_there = things.contains_key(&path);
    let (status, mut bytes) = match method.as_str() {
        "PUT" => {
            things.insert(path, body);
            (201, Vec::new())
        }
        "MOVE" => {
            let bytes = things.remove(&path)?;
            let place = headers.get("destination")?.splitn(4, '/').nth(3)?;
            things.insert(format!("/{place}"), bytes);
            (201, Vec::new())
        }
        "PROPFIND" => {
            let inside = things.keys().filter(|name| name.starts_with(&path));
            let hrefs: String = inside.map(|name| format!("<d:href>{name}</d:href>")).collect();
            (207, format!("<d:multistatus xmlns:d='DAV:'>{hrefs}</d:multistatus>").into_bytes())
        }
        "HEAD" => (if is_there { 200 } else { 404 }, Vec::new()),
        _ => things.get(&path).map_or((404, Vec::new()), |bytes| (200, bytes.clone())),
    };
    let other = things.values().find(|it| **it != bytes).cloned();
    drop(things);
    let mut stream = stream;
    let is_value = method == "GET" && status == 200;
    let mut length = bytes.len();
    match manner {
        Manner::Silent => thread::sleep(Duration::from_secs(60)),
        Manner::Garbage => return stream.write_all(&[0x15; 5000]).ok(),
        Manner::Broken => return stream.write_all(b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n").ok(),
        Manner::Altered if is_value => bytes[length / 2] ^= 4,
        Manner::Short if is_value => {
            length /= 2;
            bytes.truncate(length);
        }
        Manner::Cut if is_value => bytes.truncate(length / 2),
        Manner::Other if is_value => {
            bytes = other.unwrap_or_default();
            length = bytes.len();
        }
        Manner::Endless if is_value => length = 1 << 40,
        _ => {}
    }
    let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    if manner == Manner::Slow {
        for byte in head.bytes() {
            stream.write_all(&[byte]).ok()?;
            thread::sleep(Duration::from_secs(1));
        }
    }
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&bytes).ok()?;
    if manner == Manner::Endless && is_value {
        while stream.write_all(&[0; 1 << 16]).is_ok() {}
    }
    Some(())
}

#[test]
fn a_server_that_hangs_lies_or_fails_costs_time_only() {
    use Manner::*;
    let server = Server::start();
    two_clones("shared_server", &server.url());
    for manner in [Silent, Slow, Garbage, Broken, Altered, Short, Cut, Other, Endless] {
        server.is(manner);
        let start = Instant::now();
        let url = server.url();
        let (report, told) = check_fresh(
            "shared_server_victim",
            &format!("--store-read-only --store-timeout 2s --store {url}"),
        );
        let context = format!("{manner:?}: {told:#?}");
        assert_eq!(report["verdict"], "true", "{context}");
        assert!(executed(&report) > 1000 && start.elapsed() < Duration::from_secs(15), "{context}");
        assert_eq!(warnings(&told), 1, "{context}");
        assert_contains(&told.stderr, &["the shared store http://127.0.0.1:"]);
    }
    // The next process leaves it alone for a while, without another word.
    server.is(Broken);
    let victim = clone("shared_server_victim", 2);
    check(&victim, &server.url());
    at(&victim, 3);
    let (_, told) = check(&victim, &server.url());
    assert_eq!((warnings(&told), requests(&told)), (0, 0), "{told:#?}");
    // Of a history it is said once.
    let line = format!(
        "history --files account.c meter.c --engine explicit --max-states 9 --store {}",
        server.url()
    );
    let told = clone("shared_server_history", 2).run(&line);
    assert_eq!((told.status, warnings(&told)), (Some(0), 1), "{told:#?}");
    // What was found to be damaged is sent again.
    server.is(Honest);
    for bytes in server.things.lock().unwrap().values_mut() {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    }
    let (report, told) = check_fresh("shared_server_healer", &format!("--store {}", server.url()));
    assert!(executed(&report) > 1000 && warnings(&told) == 1, "{told:#?}");
    let (report, told) = check_fresh("shared_server_healed", &format!("--store {}", server.url()));
    assert_eq!((executed(&report), warnings(&told)), (0, 0), "{told:#?}");
}

/// A server of Debian's, or of whoever has installed one.
struct Redis(Child);

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_clones_share_a_redis_server() {
    let folder = Scratch::new("shared_redis");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = Command::new("redis-server");
    server.args([
        "--port",
        &port.to_string(),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--requirepass",
        "secret",
    ]);
    let server = server.current_dir(&folder.path).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let Ok(server) = server else {
        assert!(std::env::var("CI").is_err(), "no redis-server: run scripts/setup.sh");
        return eprintln!("WARNING: no redis-server, the test of a shared store on one checks nothing");
    };
    let _server = Redis(server);
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(30), "the server does not start");
        thread::sleep(Duration::from_millis(20));
    }
    let url = format!("redis://127.0.0.1:{port}/1/team");
    let stranger = clone("shared_redis_stranger", 2);
    let told = stranger.run(&format!("check --store {url} account.c"));
    assert_eq!((told.status, warnings(&told)), (Some(0), 1), "{told:#?}");
    // The credentials are in the environment alone.
    let with = |clone: &Scratch, password: &str| {
        let mut command = clone.command(&format!("-v check --format json --store {url} account.c"));
        command.env("EVERCHECK_STORE_PASSWORD", password);
        let told = outcome(command);
        (serde_json::from_str::<Value>(&told.stdout).unwrap_or_else(|_| panic!("{told:#?}")), told)
    };
    let (_, told) = with(&clone("shared_redis_wrong", 2), "open-sesame");
    assert!(warnings(&told) == 1 && !told.stderr.contains("sesame"), "{told:#?}");
    let (report, told) = with(&clone("shared_redis_one", 2), "secret");
    assert!(executed(&report) > 1000 && warnings(&told) == 0, "{told:#?}");
    let (report, told) = with(&clone("shared_redis_other", 2), "secret");
    assert!(executed(&report) == 0 && warnings(&told) == 0, "{told:#?}");
    let (report, told) = with(&clone("shared_redis_new", 3), "secret");
    assert!(reused(&report) > 5000 && warnings(&told) == 0, "{told:#?}");
    let mut gc = stranger.command(&format!("store gc --max-size 0 --store {url}"));
    gc.env("EVERCHECK_STORE_PASSWORD", "secret");
    assert_contains(&outcome(gc).success(), &["0 runs and 0 segments"]);
}

#[test]
fn a_checkout_does_not_name_a_shared_store() {
    let clone = clone("shared_checkout", 2);
    clone
        .write("evercheck.toml", "[target.a]\nsources = [\"account.c\"]\nstore = \"http://127.0.0.1:1/x\"\n");
    let error = clone.run("check a").input_error();
    assert_contains(&error, &["store"]);
    let error = clone.run("check --store http://me:secret@127.0.0.1:1/x account.c").input_error();
    assert_contains(&error, &["credentials are taken from the environment"]);
}
