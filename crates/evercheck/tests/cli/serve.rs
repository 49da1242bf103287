//! `evercheck serve`: pages over the store, states of programs, and who is answered.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::history::Repository;
use crate::run::{Scratch, assert_contains};

/// Fails if the second input is 3 and greater than the first.
const CHOOSING: &str = "#include <assert.h>
#include <evercheck.h>
#include <stdlib.h>
int chosen;
int main(void)
{
    int *first = malloc(sizeof *first);
    *first = evercheck_choose(1, 4);
    int bound = *first + 100;
    chosen = evercheck_choose(0, bound);
    assert(chosen != 3 || *first >= 3);
    free(first);
    return 0;
}
";

/// A server that ends with the test.
struct Serving {
    child: Child,
    port: u16,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    fn start(scratch: &Scratch, line: &str) -> Serving {
        let mut command = scratch.command(&format!("serve --port 0 {line}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let port = address.trim().strip_prefix("http://127.0.0.1:").and_then(|it| it.strip_suffix('/'));
        let port = port.unwrap_or_else(|| panic!("{address:?}")).parse().unwrap();
        Serving { child, port }
    }

    /// What is answered to these very bytes: the status and all of it.
    fn raw(&self, request: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
        // It may have heard enough before the end.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn ask(&self, method: &str, path: &str, lines: &str) -> (u16, String) {
        self.raw(
            format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{lines}\r\n", self.port).as_bytes(),
        )
    }

    fn get(&self, path: &str) -> (u16, String) {
        let (status, answer) = self.ask("GET", path, "");
        (status, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_string()))
    }

    #[track_caller]
    fn json(&self, path: &str, expected: u16) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, expected, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// What a page has to show.
    #[track_caller]
    fn data(&self, path: &str, expected: u16) -> Value {
        let (status, page) = self.get(path);
        assert_eq!(status, expected, "{path}: {page}");
        let (_, behind) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
        serde_json::from_str(behind.split_once("</script>").unwrap().0).unwrap()
    }
}

fn texts<'a>(values: &'a Value, key: &str) -> Vec<&'a str> {
    values.as_array().unwrap().iter().filter_map(|it| it[key].as_str()).collect()
}

/// The last value of a cell of an object, a variable of a call included.
fn cell(state: &Value, name: &str) -> Option<String> {
    let parts = state["film"]["parts"].as_object().unwrap();
    let newest = parts.values().filter_map(|versions| versions.as_array()?.last());
    let things = newest.flat_map(|version| match version[1]["variables"].as_array() {
        Some(variables) => variables.clone(),
        None => vec![version[1].clone()],
    });
    let found = things.into_iter().find(|thing| thing["name"] == name)?;
    found["cells"][0][1].as_str().map(String::from)
}

#[test]
fn states_are_stepped_through_by_choices() {
    let scratch = Scratch::new("serve states");
    scratch.write("a.c", CHOOSING);
    let server = Serving::start(&scratch, "a.c --malloc-may-fail");
    assert_eq!(server.data("/", 200)["programs"][0], "a.c");
    let page = server.data("/explore/0", 200);
    assert_eq!((page["kind"].as_str(), page["sources"]["a.c"].as_str()), (Some("explore"), Some(CHOOSING)));
    let first = server.json("/state/0?path=", 200);
    assert_eq!(first["film"]["steps"][0]["n"], 0, "before the first step: {first:#}");
    assert_eq!(
        (cell(&first, "chosen").as_deref(), first["turns"][0]["options"].as_u64()),
        (Some("0"), Some(1))
    );
    // Each way says what it decides: an allocation that fails, a value.
    let allocating = server.json("/state/0?path=0", 200);
    assert_eq!(allocating["turns"][0]["ways"][1]["decides"], "the allocation fails", "{allocating:#}");
    let choosing = server.json("/state/0?path=0.0", 200);
    let expected: Vec<String> = (1..5).map(|value| format!("evercheck_choose() is {value}")).collect();
    assert_eq!(texts(&choosing["turns"][0]["ways"], "decides"), expected);
    // There are more than are listed at once; one can be asked for by its value.
    let many = server.json("/state/0?path=0.0.0:1", 200);
    assert_eq!(cell(&many, "bound").as_deref(), Some("102"));
    let ways = |state: &Value| state["turns"][0]["ways"].as_array().unwrap().len();
    assert_eq!((many["turns"][0]["options"].as_u64(), ways(&many)), (Some(103), 64));
    let rest = server.json("/state/0?path=0.0.0:1&from=64", 200);
    assert_eq!((ways(&rest), &rest["turns"][0]["ways"][0]["option"]), (39, &Value::from(64)));
    let failed = server.json("/state/0?path=0.0.0:1.0=3", 200);
    assert_eq!(failed["short"], "0*2.0:1.0:3");
    assert_eq!(texts(&failed["wrong"], "property"), ["unreach-call"]);
    assert_eq!((cell(&failed, "chosen").as_deref(), ways(&failed)), (Some("3"), 0));
    assert_contains(failed["ended"].as_str().unwrap(), &["chosen != 3 || *first >= 3"]);
    // To go back is a shorter path: the very same state.
    assert_eq!(server.json("/state/0?path=0*2.0:1", 200), many);
    let steps = many["film"]["steps"].as_array().unwrap().len();
    assert_eq!(
        failed["film"]["steps"].as_array().unwrap()[..steps],
        many["film"]["steps"].as_array().unwrap()[..]
    );
    let ended = server.json("/state/0?path=0*2.0:1.0:7", 200);
    assert_eq!(ended["ended"], "the program ends with status 0", "{ended:#}");
    let missing = server.json("/state/0?path=0:1", 400);
    assert_contains(missing["error"].as_str().unwrap(), &["after 0 choices"]);
    let over = server.json("/state/0?path=0*2.0:1.0:7.0", 400);
    assert_contains(over["error"].as_str().unwrap(), &["after 4 choices", "status 0"]);
    let value = server.json("/state/0?path=0.0.0=9", 400);
    assert_contains(value["error"].as_str().unwrap(), &["can be 9"]);
}

#[test]
fn what_the_store_holds_is_shown_and_explored_from() {
    let scratch = Scratch::new("serve store");
    scratch.write("a.c", CHOOSING).write("b.c", "int main(void) { return 0; }\n");
    assert_eq!(scratch.run("check a.c").status, Some(1));
    assert_eq!(scratch.run("check b.c").status, Some(0));
    let server = Serving::start(&scratch, "");
    let first = server.data("/", 200);
    let mut targets = texts(&first["outcomes"], "target");
    targets.sort_unstable();
    assert_eq!(targets, ["a.c", "b.c"]);
    assert!(!first["runs"].as_array().unwrap().is_empty(), "{first:#}");
    let outcomes = first["outcomes"].as_array().unwrap();
    let of = |target: &str| {
        let found = outcomes.iter().find(|it| it["target"] == target).unwrap();
        format!("/outcome/{}", found["name"].as_str().unwrap())
    };
    let fine = server.data(&of("b.c"), 200);
    assert_eq!(fine["rows"][0]["outcome"]["report"]["verdict"], "true");
    let page = server.data(&of("a.c"), 200);
    assert_eq!(page["notice"], Value::Null);
    let outcome = &page["rows"][0]["outcome"];
    assert_contains(outcome["text"].as_str().unwrap(), &["false(unreach-call)"]);
    let finding = &outcome["findings"][0];
    let steps = finding["film"]["steps"].as_array().unwrap();
    assert_eq!(cell(finding, "chosen").as_deref(), Some("3"));
    // From any step on: the state has made the choices of the counterexample by then.
    let explore = &finding["explore"];
    let path: Vec<&str> = explore["path"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(explore["at"].as_array().unwrap().len(), steps.len());
    let name = explore["program"].as_str().unwrap();
    for (number, step) in steps.iter().enumerate() {
        let made = explore["at"][number].as_u64().unwrap() as usize;
        let state = server.json(&format!("/state/{name}?path={}", path[..made].join(".")), 200);
        let own = state["film"]["steps"].as_array().unwrap();
        assert_eq!(&own[number], step, "step {number}");
        assert_eq!(texts(&state["wrong"], "property").is_empty(), made < path.len());
    }
    // What the program is now is not what the run was of.
    scratch.write("a.c", CHOOSING.replace("!= 3", "!= 2"));
    let changed = server.data(&of("a.c"), 200);
    assert_contains(changed["notice"].as_str().unwrap(), &["has changed since"]);
    let finding = &changed["rows"][0]["outcome"]["findings"][0];
    assert_eq!((&finding["explore"], &finding["film"]["parts"]), (&Value::Null, &serde_json::json!({})));
    assert_contains(
        finding["film"]["steps"].as_array().unwrap().last().unwrap()["s"].as_str().unwrap(),
        &["assert("],
    );
    server.data(&format!("/explore/{name}"), 409);
}

#[test]
fn revisions_are_shown_as_they_were() {
    let repository = Repository::new("serve revisions");
    repository.commit("bad", "length > 4");
    repository.commit("good", "length >= 4");
    repository.scratch.run("history HEAD --limit 2").success();
    let server = Serving::start(&repository.scratch, "");
    let first = server.data("/", 200);
    assert_eq!(first["programs"], serde_json::json!(["list"]));
    let outcomes = first["outcomes"].as_array().unwrap();
    let bad = outcomes.iter().find(|it| it["revision"]["subject"] == "bad").unwrap();
    let page = server.data(&format!("/outcome/{}", bad["name"].as_str().unwrap()), 200);
    assert_eq!(page["notice"], Value::Null, "{page:#}");
    let outcome = &page["rows"][0]["outcome"];
    assert_contains(outcome["sources"]["src/list.c"].as_str().unwrap(), &["length > 4"]);
    let explore = &outcome["findings"][0]["explore"];
    let path: Vec<&str> = explore["path"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let state =
        server.json(&format!("/state/{}?path={}", explore["program"].as_str().unwrap(), path.join(".")), 200);
    assert_eq!(texts(&state["wrong"], "property"), ["valid-deref"]);
    let good = outcomes.iter().find(|it| it["revision"]["subject"] == "good").unwrap();
    let names = [good, bad].map(|it| it["name"].as_str().unwrap());
    let diff = server.data(&format!("/diff/{}?old={}", names[0], names[1]), 200);
    assert_contains(diff["text"].as_str().unwrap(), &["changed push (src/list.c:4"]);
    server.data(&format!("/diff/{}?old=x", names[0]), 404);
}

#[test]
fn nobody_else_is_answered_and_nothing_is_written() {
    let scratch = Scratch::new("serve others");
    scratch.write("a.c", CHOOSING);
    let mut server = Serving::start(&scratch, "a.c");
    let (port, own) = (server.port, format!("Host: 127.0.0.1:{}\r\n", server.port));
    let head = |lines: &str| server.raw(format!("GET / HTTP/1.1\r\n{lines}\r\n").as_bytes());
    assert_eq!(head(&format!("Host: localhost:{port}\r\n")).0, 200);
    assert_eq!(
        head(&format!("{own}Origin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\n")).0,
        200
    );
    for lines in ["Host: evil.example\r\n", "Host: 127.0.0.1\r\n", &format!("{own}{own}"), ""] {
        let (status, answer) = head(lines);
        assert!(matches!(status, 400 | 403) && !answer.contains("a.c"), "{lines:?}: {answer}");
    }
    for line in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
        let (status, answer) = head(&format!("{own}{line}\r\n"));
        assert_eq!(status, 403, "{line}: {answer}");
    }
    let (_, answer) = head(&own);
    let headers = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
    assert!(!headers.contains("access-control"), "{headers}");
    let wanted =
        ["frame-ancestors 'none'", "nosniff", "no-store", "cross-origin-resource-policy: same-origin"];
    assert_contains(&headers, &wanted);
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "EVERCHECK"] {
        for path in ["/", "/state/0?path=", "/outcome/x", "/explore/0"] {
            assert_eq!(server.ask(method, path, "Content-Length: 0\r\n").0, 405, "{method} {path}");
        }
    }
    let long = "9".repeat(2000);
    let garbage = [
        "/x",
        "/state",
        "/state/",
        "/state/0/0",
        "/state/7",
        "/state/-1",
        "/state/a.c",
        "/explore/9",
        "/outcome/",
        "/outcome/x",
        "/outcome/..%2f..%2fetc%2fpasswd",
        "/state/..",
        "/%",
        "/state/0?path=%zz",
        "/state/0?path=0:1:2",
        "/state/0?path=0.0.x",
        "/state/0?path=0*4000000000",
        "/state/0?path=99",
        "/state/0?path=0:4294967295",
        "/state/0?path=0=1",
        "/state/0?from=x",
        "/state/0?path=7=7",
        "/state/0?path=%00",
        &format!("/state/{long}"),
        &format!("/state/0?path={long}"),
    ];
    for path in garbage {
        let (status, body) = server.get(path);
        assert!((400..500).contains(&status), "{path}: {status} {body}");
    }
    let endless = vec![b'x'; 1 << 20];
    for bytes in [&b"\x00\xff\r\n\r\n"[..], b"GET / HTTP/9.9\r\n\r\n", b"GET", &endless[..]] {
        if bytes != b"GET" {
            let (status, answer) = server.raw(bytes);
            assert!(status == 0 || (400..600).contains(&status), "{answer}");
        } else {
            // Who says nothing more does not keep others from being answered.
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            stream.write_all(bytes).unwrap();
            assert_eq!(server.get("/").0, 200);
        }
    }
    assert_eq!(server.json("/state/0?path=", 200)["path"], serde_json::json!([]));
    assert!(!scratch.path.join(".evercheck").exists(), "no store is made");
    let taken = scratch.run(&format!("serve --port {port} a.c")).input_error();
    assert_contains(&taken, &["cannot use port", "--port 0"]);
    let pid = Pid::from_raw(i32::try_from(server.child.id()).unwrap()).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_takes_too_long_is_given_up_and_what_cannot_be_read_is_said() {
    let scratch = Scratch::new("serve bounds");
    scratch.write("loop.c", "unsigned long n; int main(void) { for (;;) n++; }\n");
    scratch.write("wrong.c", "int main(void) { return x; }\n");
    scratch.write(
        "wide.c",
        "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() * 2 > 7; }\n",
    );
    let server = Serving::start(&scratch, "loop.c --time-limit 1s");
    let (status, body) = server.get("/state/0?path=0*100000");
    assert_eq!(status, 503, "{body}");
    assert_contains(&body, &["--time-limit"]);
    assert_eq!(server.json("/state/0?path=0*3", 200)["path"], serde_json::json!(["0:0", "0:0", "0:0"]));
    let server = Serving::start(&scratch, "wrong.c");
    assert_contains(server.data("/explore/0", 422)["why"].as_str().unwrap(), &["wrong.c"]);
    let server = Serving::start(&scratch, "wide.c");
    let stopped = server.json("/state/0?path=0", 200);
    assert_contains(
        stopped["ended"].as_str().unwrap(),
        &["__VERIFIER_nondet_int() has too many values", "--nondet-range"],
    );
    let nothing = scratch.run("serve").input_error();
    assert_contains(&nothing, &["there is nothing to show"]);
    let nowhere = scratch.run("serve nowhere.c").input_error();
    assert_contains(&nowhere, &["nowhere.c"]);
}
