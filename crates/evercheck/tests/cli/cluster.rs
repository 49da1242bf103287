//! `--broker`: workers that are killed, stopped, and left alone by their broker find out what one machine does.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::run::{EXAMPLES, Scratch, assert_contains};
use crate::workers::SOURCE;

const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.nats/2.15.1/nats-server");

/// A broker with its data, and workers; all of them end with the test.
struct Cluster<'s> {
    scratch: &'s Scratch,
    port: u16,
    server: Child,
    workers: Vec<Child>,
}

impl<'s> Cluster<'s> {
    fn start(scratch: &'s Scratch, workers: usize) -> Cluster<'s> {
        let (server, port) = server(&scratch.path, 0, &[]);
        let mut cluster = Cluster { scratch, port, server, workers: Vec::new() };
        for index in 0..workers {
            let log = std::fs::File::create(cluster.log(index)).unwrap();
            // The last takes two tasks at a time.
            let jobs = if index == 2 { "--jobs 2" } else { "" };
            let line = format!("-v worker {jobs} --broker {}", cluster.url());
            cluster.workers.push(scratch.command(&line).stderr(log).spawn().unwrap());
        }
        let tasks = workers + usize::from(workers > 2);
        cluster.wait("workers", |status| status["workers"].as_array().is_some_and(|it| it.len() == tasks));
        cluster
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn log(&self, worker: usize) -> PathBuf {
        self.scratch.path.join(format!("worker.{worker}"))
    }

    fn said(&self, worker: usize) -> String {
        std::fs::read_to_string(self.log(worker)).unwrap()
    }

    fn signal(&self, worker: usize, signal: Signal) {
        signal_to(&self.workers[worker], signal);
    }

    fn status(&self) -> Value {
        let outcome = self.scratch.run(&format!("status --format json --broker {}", self.url()));
        serde_json::from_str(&outcome.stdout).unwrap_or_default()
    }

    /// Waits for what the status shows.
    fn wait(&self, what: &str, is_there: impl Fn(&Value) -> bool) {
        let start = Instant::now();
        while !is_there(&self.status()) {
            assert!(start.elapsed() < Duration::from_secs(60), "no {what}: {}", self.status());
            sleep(Duration::from_millis(50));
        }
    }

    /// Whether a worker explores a range.
    fn is_at_work(&self, status: &Value, worker: usize) -> bool {
        let name = format!("-{}", self.workers[worker].id());
        let all = status["workers"].as_array().unwrap();
        all.iter().any(|it| {
            let is_its = it["worker"]
                .as_str()
                .is_some_and(|it| it.ends_with(&name) || it.contains(&format!("{name}-")));
            is_its && it["range"].is_string()
        })
    }

    /// As if the machine had lost its power.
    fn restart(&mut self) {
        signal_to(&self.server, Signal::KILL);
        self.server.wait().unwrap();
        self.server = server(&self.scratch.path, self.port, &[]).0;
    }
}

impl Drop for Cluster<'_> {
    fn drop(&mut self) {
        for child in self.workers.iter_mut().chain([&mut self.server]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A server at a port, or at one that is free if that is 0.
fn server(folder: &Path, port: u16, words: &[&str]) -> (Child, u16) {
    assert!(Path::new(SERVER).exists(), "no {SERVER}: run scripts/nats.py");
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let port = if port == 0 { free() } else { port };
    let mut command = Command::new(SERVER);
    command
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder.join("data"))
        .args(words);
    (command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(), port)
}

fn signal_to(child: &Child, signal: Signal) {
    kill_process(Pid::from_raw(child.id() as i32).unwrap(), signal).unwrap();
}

/// Verdict, states and transitions: the report without what depends on time.
fn told(report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).expect("a report");
    let Some(Value::Object(stats)) = report.get_mut("stats") else { panic!("{report}") };
    stats.retain(|name, _| ["states", "transitions"].contains(&name.as_str()));
    // What workers found out is looked at now and then, as all records are.
    report["reuse"]["ledger"]["audited"].take();
    report
}

/// Each choice takes a while: there is work left when a worker that was stopped goes on.
const SLOW: &str = "\
#include <evercheck.h>
int main(void) {
    unsigned mix = 1;
    for (int i = 0; i < 5; i++) {
        mix = 31 * mix + evercheck_choose(0, 7);
        for (int k = 0; k < 2000; k++) mix ^= mix << 3;
    }
    return 0;
}
";

#[test]
fn workers_may_die_and_hang_and_a_broker_may_be_restarted() {
    let scratch = &Scratch::new("cluster_storm");
    scratch.write("slow.c", SLOW);
    let alone = scratch.run("check --format json --engine explicit --no-record slow.c").success();
    let mut cluster = Cluster::start(scratch, 3);
    let options = format!("--broker {} --lease 1500ms --budget 4000..4000 --store together", cluster.url());
    let mut check = scratch.command(&format!("-v check --format json {options} slow.c"));
    let check = check.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    cluster.wait("work", |status| (0..3).all(|worker| cluster.is_at_work(status, worker)));
    cluster.signal(0, Signal::KILL);
    cluster.signal(1, Signal::STOP);
    let stopped = Instant::now();
    cluster.restart();
    // Beyond its lease, and until somebody else has done what it was doing.
    sleep(Duration::from_millis(3500).saturating_sub(stopped.elapsed()));
    cluster.signal(1, Signal::CONT);
    let outcome = crate::run::Outcome::from(check.wait_with_output().unwrap());
    assert_eq!(told(&outcome.stdout), told(&alone), "{outcome:#?}\n{}{}", cluster.said(1), cluster.said(2));
    assert_contains(&outcome.stderr, &["explored by", "; 0 transitions executed here"]);
    // Whether two have done one task depends on when the one was stopped; `cluster/worker/twice.rs` makes sure of that.
    // All of it is in the store, and nothing is left at the broker.
    let again = scratch.run("check --engine explicit --store together slow.c").success();
    assert_contains(&again, &["reused everything from run 1", "true"]);
    assert_eq!(cluster.status()["runs"], Value::Array(Vec::new()));
}

/// Violated where both add, with fewer choices than one machine's workers have.
fn threads() -> String {
    SOURCE
        .replace("choose(1, 5)", "choose(1, 3)")
        .replace("shared != 29 || last != 4", "shared != 17 || last != 2")
}

#[test]
fn reports_are_those_of_one_machine() {
    let scratch = &Scratch::new("cluster_reports");
    let threads = threads();
    scratch.write("a.c", &threads).write("safe.c", threads.replace("shared != 17", "shared <= 18"));
    scratch.write(
        "unsure.c",
        threads.replace("    assert(", "    if (shared == 7) __asm__(\"nop\");\n    assert("),
    );
    let cluster = Cluster::start(scratch, 2);
    let options = format!("--broker {} --budget 300..1000", cluster.url());
    let text = |line: &str| {
        let outcome = scratch.run(&format!("check {line}"));
        let is_said = |line: &&str| !line.contains(" transitions, depth ");
        (outcome.status, outcome.stdout.lines().filter(is_said).collect::<Vec<_>>().join("\n"))
    };
    for line in ["a.c", "a.c --keep-going", "safe.c", "unsure.c --keep-going", "--search bfs a.c"] {
        assert_eq!(
            text(&format!("{options} --no-record {line}")),
            text(&format!("--no-record {line}")),
            "{line}"
        );
    }
    let json = |line: &str| told(&scratch.run(&format!("check --no-record --format json {line}")).stdout);
    assert_eq!(json(&format!("{options} safe.c")), json("safe.c"));
    // What was recorded by one machine is known to workers.
    scratch.run("check --store some --max-states 2000 safe.c");
    let outcome = scratch.run(&format!("-v check {options} --store some safe.c"));
    assert_contains(&outcome.stdout, &["reused", "from run 1", "true"]);
    assert_contains(&outcome.stderr, &["; 0 transitions executed here"]);
}

#[test]
fn a_broker_that_is_not_there_or_is_lost_is_told() {
    let scratch = &Scratch::new("cluster_lost");
    let path = format!("{EXAMPLES}/ring.c");
    let error = scratch.run(&format!("check --broker nats://nobody:secret@127.0.0.1:1 {path}")).input_error();
    assert_contains(&error, &["cannot connect to the broker nats://127.0.0.1:1", "refused"]);
    assert!(!error.contains("secret"), "{error}");
    let error = scratch.run("worker --broker nats://127.0.0.1:1 --broker-timeout 100ms").input_error();
    assert_contains(&error, &["cannot connect to the broker"]);
    let error =
        scratch.run(&format!("check --broker nats://127.0.0.1:1 --engine predicate {path}")).input_error();
    assert_contains(&error, &["--broker is for the explicit engine"]);
    let mut guarded = server(&scratch.path, 0, &["--user", "somebody", "--pass", "secret"]);
    let address = format!("127.0.0.1:{}", guarded.1);
    let start = Instant::now();
    while scratch.run(&format!("status --broker nats://somebody:secret@{address}")).status != Some(0) {
        assert!(start.elapsed() < Duration::from_secs(60), "no way in");
    }
    let error = scratch.run(&format!("check --broker nats://{address} {path}")).input_error();
    assert_contains(&error, &["cannot connect to the broker", "authorization violation"]);
    let _ = guarded.0.kill();
    guarded.0.wait().unwrap();
    scratch.write("slow.c", SLOW);
    let mut cluster = Cluster::start(scratch, 1);
    let options = format!("--broker {} --broker-timeout 1s --budget 500..500 --store here", cluster.url());
    let mut check = scratch.command(&format!("check {options} slow.c"));
    let check = check.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    cluster.wait("results", |status| status["workers"][0]["done"].as_u64() >= Some(3));
    signal_to(&cluster.server, Signal::KILL);
    cluster.server.wait().unwrap();
    let error = crate::run::Outcome::from(check.wait_with_output().unwrap()).input_error();
    assert_contains(&error, &["is lost", "covered until then", "the next run goes on from there"]);
    let outcome = scratch.run("check --engine explicit --store here slow.c").success();
    assert_contains(&outcome, &["% of", "from run 1", "true"]);
}

const DOOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/broker");

/// Lets in who has what is asked for, and nobody else.
fn check_door(test: &str, scheme: &str, server_words: &[String], options: &str, refusal: &str) {
    let scratch = &Scratch::new(test);
    let words: Vec<&str> = server_words.iter().map(String::as_str).collect();
    let mut server = server(&scratch.path, 0, &words);
    let url = format!("{scheme}://localhost:{}", server.1);
    let start = Instant::now();
    loop {
        let outcome = scratch.run(&format!("status {options} --broker {url}"));
        if outcome.status == Some(0) {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "no way in: {outcome:#?}");
        sleep(Duration::from_millis(100));
    }
    let ca = if scheme == "tls" { format!("--broker-ca {DOOR}/ca.pem") } else { String::new() };
    let error = scratch.run(&format!("status {ca} --broker {url}")).input_error();
    assert_contains(&error, &["cannot connect to the broker", refusal]);
    let _ = server.0.kill();
    server.0.wait().unwrap();
}

/// An operator, an account with JetStream and a user: what `nsc` makes, with `.creds` of the user.
#[test]
fn credentials_let_in() {
    let words = ["-c".to_string(), format!("{DOOR}/operator.conf")];
    let options = format!("--broker-credentials {DOOR}/user.creds");
    check_door("cluster_credentials", "nats", &words, &options, "authorization violation");
}

#[test]
fn a_certificate_lets_in() {
    let file = |name: &str| format!("{DOOR}/{name}.pem");
    let words = [
        "--tlsverify".to_string(),
        format!("--tlscert={}", file("server")),
        format!("--tlskey={}", file("server-key")),
        format!("--tlscacert={}", file("ca")),
    ];
    let options = format!(
        "--broker-ca {} --broker-certificate {} --broker-key {}",
        file("ca"),
        file("client"),
        file("client-key")
    );
    check_door("cluster_certificate", "tls", &words, &options, "CertificateRequired");
}
