//! `evercheck lsp`, with a client that follows a script.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{Scratch, assert_contains};

/// The sum is proved by predicates; the loop is in line 5.
const METER: &str = "#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    for (unsigned left = __VERIFIER_nondet_uint(); left > 0; left--) assert(left != 0);
    return 0;
}
";
const ENDLESS: &str = "unsigned long n;\nint main(void) { for (;;) n++; }\n";

/// An editor.
struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    count: u64,
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Client {
    /// Starts a server, without a word.
    fn silent(scratch: &Scratch) -> Client {
        let mut command = scratch.command("lsp --stdio");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (tell, messages) = channel();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            while let Some(message) = next(&mut output) {
                let _ = tell.send(message);
            }
        });
        Client { stdin: child.stdin.take(), child, messages, count: 0 }
    }

    fn start(scratch: &Scratch, options: Value) -> Client {
        let mut client = Client::silent(scratch);
        let capabilities = json!({
            "window": {"workDoneProgress": true}, "workspace": {"codeLens": {"refreshSupport": true}},
        });
        let params = json!({"capabilities": capabilities, "initializationOptions": options});
        let answer = client.ask("initialize", params);
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], true, "{answer}");
        client.notify("initialized", json!({}));
        client
    }

    fn write(&mut self, bytes: &[u8]) {
        // A server that has heard enough does not listen to the rest.
        let _ = self.stdin.as_mut().unwrap().write_all(bytes);
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks something, and gives the answer.
    #[track_caller]
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        let id = format!("test-{}", self.count);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.wait(|message| message["id"] == id.as_str())
    }

    /// The next message of interest. Others before it are passed over.
    #[track_caller]
    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        let (start, mut others) = (Instant::now(), Vec::new());
        loop {
            assert!(start.elapsed() < Duration::from_secs(60), "not among {others:#?}");
            match self.messages.recv_timeout(Duration::from_millis(100)) {
                Ok(message) if is_it(&message) => return message,
                Ok(message) => others.push(message),
                Err(_) => {}
            }
        }
    }

    fn document(&mut self, what: &str, file: &Path) {
        let uri = uri(file);
        self.notify(&format!("textDocument/did{what}"), json!({"textDocument": {"uri": uri, "text": ""}}));
    }

    /// The next diagnostics of a file.
    #[track_caller]
    fn diagnostics(&mut self, file: &Path) -> Vec<Value> {
        let uri = uri(file);
        let told =
            self.wait(|it| it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == uri);
        told["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// The end of a check, and how it is told.
    #[track_caller]
    fn end(&mut self) -> String {
        let told = self.wait(|it| it["method"] == "$/progress" && it["params"]["value"]["kind"] == "end");
        told["params"]["value"]["message"].as_str().unwrap().to_string()
    }

    /// Lines and titles of what stands above functions.
    fn lenses(&mut self, file: &Path) -> Vec<(u64, String)> {
        let answer = self.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri(file)}}));
        let lens = |it: &Value| {
            let line = it["range"]["start"]["line"].as_u64().unwrap();
            (line, it["command"]["title"].as_str().unwrap().to_string())
        };
        answer["result"].as_array().unwrap().iter().map(lens).collect()
    }

    fn hover(&mut self, file: &Path, line: u64) -> Value {
        let at = json!({"textDocument": {"uri": uri(file)}, "position": {"line": line, "character": 0}});
        self.ask("textDocument/hover", at)["result"]["contents"]["value"].clone()
    }

    /// The status, and what was said on stderr, once it has ended.
    fn ended(mut self) -> (Option<i32>, String) {
        drop(self.stdin.take());
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

fn next(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok()?,
            None if line == "\r\n" => break,
            None => panic!("{line:?}"),
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}

fn uri(file: &Path) -> String {
    format!("file://{}", file.display().to_string().replace(' ', "%20"))
}

#[test]
fn a_file_is_checked_when_it_is_opened_and_saved() {
    let scratch = Scratch::new("lsp file");
    let file = scratch.path.join("a.c");
    scratch.write("a.c", "#include <assert.h>\nint half(int n)\n{\n    return 8 / n;\n}\nint main(void)\n{\n    return half(0);\n}\n");
    let mut client = Client::start(&scratch, json!({"options": ["--no-record"]}));
    client.document("Open", &file);
    let found = client.diagnostics(&file);
    let [only] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((&only["severity"], &only["code"]), (&json!(1), &json!("no-division-by-zero")));
    assert_eq!(only["range"]["start"], json!({"line": 3, "character": 4}));
    // The way there, in order.
    let steps = only["relatedInformation"].as_array().unwrap();
    assert_eq!(steps[0]["location"]["range"]["start"], json!({"line": 7, "character": 4}), "{steps:#?}");
    assert_contains(steps[0]["message"].as_str().unwrap(), &["step 1: calls half(n = 0)"]);
    assert_eq!(steps.last().unwrap()["location"]["range"]["start"]["line"], 3);
    assert_eq!(client.lenses(&file), [(5, "1 violation".to_string())]);
    scratch.write("a.c", METER);
    client.document("Save", &file);
    assert_eq!(client.diagnostics(&file), Vec::<Value>::new());
    assert_eq!(client.lenses(&file), [(2, "proved".to_string())]);
    let told = client.hover(&file, 4);
    assert_contains(told.as_str().unwrap(), &["whenever the loop begins anew", "```c"]);
    assert_contains(client.hover(&file, 2).as_str().unwrap(), &["**a.c**: proved", "scope: "]);
    assert_eq!(client.hover(&file, 0), Value::Null);
    // What is no C is shown where it is.
    scratch.write("a.c", "int main(void)\n{\n    return x;\n}\n");
    client.document("Save", &file);
    let found = client.diagnostics(&file);
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{found:#?}");
    assert_eq!(client.lenses(&file), [(0, "not checked".to_string())]);
    client.document("Close", &file);
    assert_eq!(client.diagnostics(&file), Vec::<Value>::new());
    assert_eq!(client.lenses(&file), []);
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), (Some(0), String::new()));
}

#[test]
fn a_save_overtakes_the_check_that_it_affects() {
    let scratch = Scratch::new("lsp overtaken");
    let file = scratch.path.join("a.c");
    scratch.write("a.c", ENDLESS);
    let mut client = Client::start(
        &scratch,
        json!({"checkOnOpen": false, "options": ["--no-record", "--engine", "explicit"]}),
    );
    client.document("Open", &file);
    assert_eq!(client.lenses(&file), [], "nothing was asked for");
    client.document("Save", &file);
    let told = client.wait(|it| it["params"]["value"]["kind"] == "report");
    assert_contains(told["params"]["value"]["message"].as_str().unwrap(), &[" states, "]);
    assert_eq!(client.lenses(&file), [(0, "checking…".to_string())]);
    scratch.write("a.c", "int main(void) { return 0; }\n");
    client.document("Save", &file);
    assert_eq!(client.end(), "overtaken by a save");
    assert_eq!(client.end(), "proved");
    assert_eq!(client.lenses(&file), [(0, "proved".to_string())]);
    // One that is cancelled says what it has come to.
    scratch.write("a.c", ENDLESS);
    let arguments = json!({"command": "evercheck.check", "arguments": [uri(&file)]});
    assert_eq!(client.ask("workspace/executeCommand", arguments)["result"], Value::Null);
    let begun = client.wait(|it| it["params"]["value"]["kind"] == "begin");
    client.notify("window/workDoneProgress/cancel", json!({"token": begun["params"]["token"]}));
    assert_eq!(client.end(), "unknown(cancelled)");
    // And one that is under way when the editor goes ends with it.
    client.document("Save", &file);
    client.wait(|it| it["params"]["value"]["kind"] == "begin");
    let start = Instant::now();
    assert_eq!(client.ended().0, Some(1));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_file_of_a_project_has_its_targets_checked() {
    let scratch = Scratch::new("lsp project");
    std::fs::create_dir_all(scratch.path.join("src")).unwrap();
    let (source, header) = (scratch.path.join("src/half.c"), scratch.path.join("src/half.h"));
    scratch.write("src/half.h", "#define HALF 2\nint half(int n);\n");
    scratch.write("src/half.c", "#include \"half.h\"\nint half(int n)\n{\n    return n / HALF;\n}\n");
    scratch.write(
        "one.c",
        "#include <assert.h>\n#include \"src/half.h\"\n\nint main(void)\n{\n    assert(half(4) == 2);\n}\n",
    );
    let target = "[target.one]\nsources = [\"one.c\", \"src/*.c\"]\n";
    scratch.write(
        "evercheck.toml",
        format!("{target}[target.any]\nsources = [\"src/*.c\"]\nfunction = \"half\"\n"),
    );
    let mut client = Client::start(&scratch, json!({}));
    client.document("Open", &source);
    assert_eq!((client.end(), client.end()), ("proved".to_string(), "proved".to_string()));
    assert_eq!(client.lenses(&source), [(1, "any: proved".to_string()), (0, "one: proved".to_string())]);
    assert_eq!(client.lenses(&scratch.path.join("one.c")), [(3, "one: proved".to_string())]);
    // A header is known by who has read it.
    scratch.write("src/half.h", "#define HALF 0\nint half(int n);\n");
    client.document("Save", &header);
    assert_eq!(client.end(), "1 violation");
    let found = client.diagnostics(&source);
    assert_eq!(found[0]["code"], "no-division-by-zero", "{found:#?}");
    assert_eq!(client.end(), "1 violation");
    let found = client.diagnostics(&source);
    assert_eq!(found.len(), 1, "both targets say the same: {found:#?}");
    assert_eq!(client.lenses(&source)[0].1, "any: 1 violation");
    // A target that is gone takes along what it has said.
    scratch.write("evercheck.toml", "[target.one]\nsources = [\"one.c\"]\n");
    client.document("Save", &scratch.path.join("evercheck.toml"));
    while !client.diagnostics(&source).is_empty() {}
    scratch.write("evercheck.toml", "[target.one]\nsuorces = []\n");
    client.document("Save", &scratch.path.join("evercheck.toml"));
    let found = client.diagnostics(&scratch.path.join("evercheck.toml"));
    assert_contains(found[0]["message"].as_str().unwrap(), &["suorces", "did you mean sources"]);
    assert_eq!(found[0]["range"]["start"]["line"], 1);
}

#[test]
fn threads_that_wait_for_each_other_are_shown_where_they_stand() {
    let scratch = Scratch::new("lsp deadlock");
    let file = scratch.path.join("a.c");
    scratch.write(
        "a.c",
        "#include <pthread.h>\npthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n\
         void *other(void *unused)\n{\n    pthread_mutex_lock(&b);\n    pthread_mutex_lock(&a);\n    pthread_mutex_unlock(&a);\n    pthread_mutex_unlock(&b);\n    return unused;\n}\n\
         int main(void)\n{\n    pthread_t id;\n    pthread_create(&id, 0, other, 0);\n    pthread_mutex_lock(&a);\n\
         \x20   pthread_mutex_lock(&b);\n    pthread_mutex_unlock(&b);\n    pthread_mutex_unlock(&a);\n    pthread_join(id, 0);\n}\n",
    );
    let mut client =
        Client::start(&scratch, json!({"options": ["--no-record", "--property", "no-deadlock"]}));
    client.document("Open", &file);
    let found = client.diagnostics(&file);
    let related = found[0]["relatedInformation"].as_array().unwrap();
    let (one, other) = (related[0]["message"].as_str().unwrap(), related[1]["message"].as_str().unwrap());
    assert_contains(one, &["thread 0 (main) waits for"]);
    assert_contains(other, &["thread 1 (other) waits for"]);
    assert!(
        related.iter().any(|it| it["message"].as_str().unwrap().contains(", thread 1 (other): ")),
        "{related:#?}"
    );
}

#[test]
fn what_is_no_message_is_refused() {
    let scratch = Scratch::new("lsp garbage");
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let mut client = Client::silent(&scratch);
    let early = client.ask("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002);
    // What has an end can be answered, and the next message be read.
    client.write(framed("{\"jsonrpc\":").as_bytes());
    assert_eq!(client.wait(|it| it["id"].is_null())["error"]["code"], -32700);
    client.write(framed(&"[".repeat(50_000)).as_bytes());
    assert_eq!(client.wait(|it| it["id"].is_null())["error"]["code"], -32700);
    for odd in ["[]", "7", "null", "{\"id\": 1}", "{\"method\": 7, \"id\": [1]}"] {
        client.write(framed(odd).as_bytes());
        assert_eq!(client.wait(|it| it.get("error").is_some())["error"]["code"], -32600, "{odd}");
    }
    let settings = json!({"options": ["--no-such-option"]});
    client.ask("initialize", json!({"capabilities": 3, "initializationOptions": settings}));
    let told = client.wait(|it| it["method"] == "window/showMessage");
    assert_contains(told["params"]["message"].as_str().unwrap(), &["--no-such-option"]);
    assert_eq!(client.ask("textDocument/rename", json!({}))["error"]["code"], -32601);
    assert_eq!(
        client.ask("workspace/executeCommand", json!({"command": "evercheck.check"}))["error"]["code"],
        -32602
    );
    for params in [
        json!(null),
        json!([]),
        json!({"textDocument": {"uri": 7}}),
        json!({"textDocument": {"uri": "untitled:1"}}),
    ] {
        client.notify("textDocument/didSave", params.clone());
        assert_eq!(client.ask("textDocument/codeLens", params.clone())["result"], json!([]), "{params}");
        assert_eq!(client.ask("textDocument/hover", params)["result"], Value::Null);
    }
    client.ask("shutdown", Value::Null);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    // What has none ends the server.
    client.write(b"GET / HTTP/1.1\r\n\r\n");
    let (status, said) = client.ended();
    assert_eq!(status, Some(2));
    assert_contains(&said, &["standard input does not follow the protocol", "no head of a message"]);
    for (bytes, words) in [
        (&b"Content-Length: 99999999999999\r\n\r\n{}"[..], "99999999999999 bytes"),
        (b"Content-Length: 40\r\n\r\n{}", "2 of 40 bytes"),
        (b"Content-Length: -1\r\n\r\n{}", "\"-1\""),
        (&[0xff; 70_000], "no end"),
    ] {
        let mut client = Client::silent(&scratch);
        client.write(bytes);
        let (status, said) = client.ended();
        assert_eq!(status, Some(2), "{said}");
        assert_contains(&said, &[words]);
    }
}
