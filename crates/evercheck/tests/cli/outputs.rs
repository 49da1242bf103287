//! What a check writes for other tools: SARIF, JUnit's XML, GitHub's annotations.

use serde_json::{Value, json};

use crate::history::Repository;
use crate::run::{Scratch, assert_contains};

/// Both threads may hold one lock and wait for the other's.
const DEADLOCK: &str = "#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *argument)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, 0);
    return 0;
}
";
const FINE: &str = "int main(void) { return 0; }\n";
const OUTSIDE: &str = "int outside(void);\nint main(void) { return outside(); }\n";

fn read(scratch: &Scratch, name: &str) -> String {
    std::fs::read_to_string(scratch.path.join(name)).unwrap()
}

fn sarif(scratch: &Scratch, name: &str) -> Value {
    let value: Value = serde_json::from_str(&read(scratch, name)).unwrap();
    check_sarif(&value);
    value["runs"][0].clone()
}

/// What the format asks of those parts that are used here, beyond that keys are spelled as it spells them.
fn check_sarif(log: &Value) {
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in run["results"].as_array().unwrap() {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert_eq!(result["locations"].as_array().unwrap().len(), 1);
        for flow in result["codeFlows"].as_array().into_iter().flatten() {
            let threads = flow["threadFlows"].as_array().unwrap();
            assert!(!threads.is_empty());
            let mut orders: Vec<u64> = Vec::new();
            for thread in threads {
                let own = thread["locations"].as_array().unwrap();
                let own: Vec<u64> = own.iter().map(|it| it["executionOrder"].as_u64().unwrap()).collect();
                assert!(!own.is_empty() && own.is_sorted());
                orders.extend(own);
            }
            orders.sort_unstable();
            assert!(orders.windows(2).all(|pair| pair[0] < pair[1]), "{orders:?}");
        }
    }
    check_locations(run);
}

fn check_locations(value: &Value) {
    if let Some(place) = value.get("physicalLocation") {
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(!uri.is_empty() && !uri.contains(' '), "{uri}");
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        assert!(place["region"].get("startColumn").is_none_or(|it| it.as_u64().unwrap() >= 1));
    }
    match value {
        Value::Array(all) => all.iter().for_each(check_locations),
        Value::Object(all) => all.values().for_each(check_locations),
        _ => {}
    }
}

#[test]
fn a_deadlock_has_a_thread_flow_for_each_thread() {
    let scratch = Scratch::new("outputs-deadlock");
    scratch.write("lock order.c", DEADLOCK);
    let mut command = scratch.command("check --sarif out.sarif --junit out.xml --annotations");
    command.arg("lock order.c");
    let told = crate::run::outcome(command);
    assert_eq!(told.status, Some(1), "{told:#?}");
    let run = sarif(&scratch, "out.sarif");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let result = &run["results"][0];
    assert_eq!(run["results"].as_array().unwrap().len(), 1);
    assert_eq!(result["ruleId"], "no-deadlock");
    let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "lock%20order.c");
    let threads = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let names: Vec<&str> = threads.iter().map(|it| it["message"]["text"].as_str().unwrap()).collect();
    assert_eq!(names, ["thread 0 (main)", "thread 1 (other)"]);
    let related = result["relatedLocations"].as_array().unwrap();
    assert_eq!(related.len(), 2);
    assert_contains(related[0]["message"]["text"].as_str().unwrap(), &["thread 0 (main) waits for"]);
    let xml = read(&scratch, "out.xml");
    assert_contains(
        &xml,
        &[
            "<testsuite name=\"lock order.c\"",
            "<testcase classname=\"lock order.c\" name=\"no-deadlock\">",
            "<failure type=\"deadlock\" message=\"no-deadlock violated",
            "<skipped message=\"unknown(other-violation)\"/>",
        ],
    );
    let first = told.stdout.lines().next().unwrap();
    assert!(first.starts_with("::error file=lock order.c,line="), "{first}");
    assert_contains(first, &["title=lock order.c%3A no-deadlock violated::"]);
    assert!(told.stdout.ends_with("\nfalse(no-deadlock)\n"), "{}", told.stdout);
}

#[test]
fn what_is_proved_passes_and_what_is_unknown_does_not() {
    let scratch = Scratch::new("outputs-proved");
    scratch.write("fine.c", FINE).write("outside.c", OUTSIDE);
    let outputs = "--sarif out.sarif --junit out.xml --annotations";
    let told = scratch.run(&format!("check fine.c {outputs}")).success();
    assert!(!told.contains("::"), "{told}");
    assert_eq!(sarif(&scratch, "out.sarif")["results"], json!([]));
    let xml = read(&scratch, "out.xml");
    assert_contains(
        &xml,
        &["tests=\"11\" failures=\"0\" errors=\"0\" skipped=\"0\"", "name=\"valid-deref\"/>"],
    );
    let told = scratch.run(&format!("check outside.c --engine explicit {outputs}"));
    assert_eq!(told.status, Some(3), "{told:#?}");
    assert_contains(
        &told.stdout,
        &["::warning file=outside.c,line=2,", "title=outside.c%3A unknown(not-modelled)::"],
    );
    let run = sarif(&scratch, "out.sarif");
    assert_eq!(run["results"], json!([]));
    assert_eq!(run["properties"]["targets"][0]["verdict"], "unknown(not-modelled)");
    assert_contains(
        &run["invocations"][0]["toolExecutionNotifications"][0].to_string(),
        &["outside.c", "warning"],
    );
    assert_contains(&read(&scratch, "out.xml"), &["<error type=\"unknown(not-modelled)\""]);
}

/// Also if the work is left behind, or does not even begin.
#[test]
fn files_are_written_whatever_comes_of_a_check() {
    let scratch = Scratch::new("outputs-failed");
    scratch.write("fine.c", FINE).write("endless.c", "unsigned x;\nint main(void) { for (;;) x++; }\n");
    let outputs = "--sarif out.sarif --junit out.xml";
    let told = scratch.run(&format!("check endless.c --engine explicit --time-limit 0s {outputs}"));
    assert_eq!(told.status, Some(3), "{told:#?}");
    assert_contains(&read(&scratch, "out.xml"), &["<error type=\"unknown(time)\""]);
    assert_eq!(sarif(&scratch, "out.sarif")["properties"]["targets"][0]["verdict"], "unknown(time)");
    scratch.run(&format!("check missing.c {outputs} --annotations")).input_error_told();
    assert_contains(&read(&scratch, "out.xml"), &["<error type=\"not-checked\""]);
    assert_eq!(sarif(&scratch, "out.sarif")["invocations"][0]["executionSuccessful"], false);
    assert_contains(&scratch.run("check fine.c --sarif fine.c").input_error(), &["will not be overwritten"]);
    assert_eq!(read(&scratch, "fine.c"), FINE);
    assert_contains(
        &scratch.run("check fine.c --junit no/such/x.xml").input_error(),
        &["there is no folder"],
    );
    let both = scratch.run("check fine.c --annotations --format json");
    assert_contains(&both.input_error_told(), &["--annotations"]);
}

#[test]
fn targets_are_told_together_and_compared_with_a_base() {
    let repository = Repository::new("outputs-targets");
    let scratch = &repository.scratch;
    repository.commit("first", "length > 4");
    scratch.write(
        "evercheck.toml",
        "[target.a]\ndrivers = [\"verify/driver.c\"]\nsources = [\"src/*.c\"]\nflags = [\"-Iinclude\"]\n\
         engine = \"explicit\"\n[target.b]\nsources = [\"b.c\"]\n",
    );
    scratch.write("b.c", FINE);
    let told = scratch.run("check --sarif out.sarif --junit out.xml --annotations");
    assert_eq!(told.status, Some(1), "{told:#?}");
    assert_contains(&told.stdout, &["::error file=src/list.c,line=4,"]);
    let run = sarif(scratch, "out.sarif");
    let targets = run["properties"]["targets"].as_array().unwrap();
    let verdicts: Vec<&str> = targets.iter().map(|it| it["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["false(valid-deref)", "true"]);
    assert!(run["results"][0].get("baselineState").is_none());
    let fingerprint = run["results"][0]["partialFingerprints"].clone();
    assert_contains(&read(scratch, "out.xml"), &["<testsuite name=\"a\"", "<testsuite name=\"b\""]);
    // At the base it was violated already.
    scratch.run("check a --since HEAD --sarif out.sarif").success();
    let run = sarif(scratch, "out.sarif");
    assert_eq!(run["results"][0]["baselineState"], "unchanged");
    assert_eq!(run["results"][0]["partialFingerprints"], fingerprint);
    scratch.write("src/list.c", read(scratch, "src/list.c").replace("length > 4", "length >= 4"));
    scratch.run("check a --since HEAD --sarif out.sarif").success();
    let run = sarif(scratch, "out.sarif");
    assert_eq!(run["results"][0]["baselineState"], "absent");
    assert_contains(&scratch.run("check --junit b.c").input_error(), &["will not be overwritten"]);
    assert_eq!(read(scratch, "b.c"), FINE);
    let history = scratch.run("history HEAD a --junit history.xml");
    assert_eq!(history.status, Some(0), "{history:#?}");
    assert_contains(&read(scratch, "history.xml"), &[" a\" tests=\"11\" failures=\"1\""]);
}

/// The page itself is tried in a browser by `make test-report`.
#[test]
fn a_page_has_all_in_one_file() {
    let scratch = Scratch::new("outputs-page");
    scratch.write("lock.c", DEADLOCK).write("fine.c", FINE);
    assert_eq!(scratch.run("check lock.c --report page.html").status, Some(1));
    let page = read(&scratch, "page.html");
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let finding = &data["rows"][0]["outcome"]["findings"][0];
    let steps = finding["film"]["steps"].as_array().unwrap();
    assert!(steps.len() >= 4, "{steps:#?}");
    // Each holds a lock in the end, and waits for the other's.
    let last = |part: &str| finding["film"]["parts"][part].as_array().unwrap().last().unwrap()[1].clone();
    assert_contains(last("t0")["waits"].as_str().unwrap(), &["`b`", "thread 1 (other) holds"]);
    assert_contains(last("t1")["waits"].as_str().unwrap(), &["`a`", "thread 0 (main) holds"]);
    let parts = finding["film"]["parts"].as_object().unwrap();
    let locks: Vec<Value> =
        parts.keys().filter(|name| name.starts_with('s')).map(|name| last(name)).collect();
    let value = |name: &str| locks.iter().find(|lock| lock["name"] == name).unwrap()["cells"][0][1].clone();
    assert_eq!([value("a"), value("b")], ["held by thread 0", "held by thread 1"]);
    assert_eq!(data["rows"][0]["outcome"]["sources"]["lock.c"], DEADLOCK);
    for word in ["http://", "https://", "src=", "@import", "url("] {
        let asks = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
        assert!(!asks.contains(word), "the page asks for something: {word}");
    }
    scratch.run("history --files fine.c --report history.html").success();
    assert_contains(&read(&scratch, "history.html"), &["\"kind\":\"history\"", "\\u003csvg"]);
}

const KINDS: &str = "#include <assert.h>
#include <stdlib.h>
struct inner { unsigned low : 3; int high : 5; short s; };
struct outer { char name[8]; struct inner in[2]; double d; struct outer *next; };
static struct outer first = {\"ab\", {{5, -3, 7}}, 1.5, 0};
int main(void)
{
    int *row = malloc(3 * sizeof *row);
    struct outer *made = malloc(sizeof *made);
    if (!row || !made)
        return 1;
    row[0] = 4;
    row[2] = 6;
    made->d = 2.5;
    made->next = &first;
    first.next = made;
    char letter = 'x';
    char *at = &letter;
    free(row);
    assert(*at == 'y');
    return 0;
}
";

/// Members, bit-fields, elements, strings, what is not set, what is freed, and where pointers lead.
#[test]
fn a_page_shows_what_memory_holds() {
    let scratch = Scratch::new("outputs-memory");
    scratch.write("kinds.c", KINDS);
    assert_eq!(scratch.run("check kinds.c --property unreach-call --report page.html").status, Some(1));
    let page = read(&scratch, "page.html");
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let parts = data["rows"][0]["outcome"]["findings"][0]["film"]["parts"].as_object().unwrap().clone();
    let last = |part: &str| parts[part].as_array().unwrap().last().unwrap()[1].clone();
    let things: Vec<Value> =
        parts.keys().filter(|name| name.starts_with(['s', 'h'])).map(|name| last(name)).collect();
    let thing = |name: &str| {
        things.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name}: {things:#?}"))
    };
    let cell = |thing: &Value, name: &str| {
        let cells = thing["cells"].as_array().unwrap().clone();
        cells.into_iter().find(|it| it[0] == name).unwrap_or_else(|| panic!("{name}: {thing:#}"))
    };
    let first = thing("first");
    for (name, value) in [
        (".name", "\"ab\""),
        (".in[0].low", "5"),
        (".in[0].high", "-3"),
        (".in[0].s", "7"),
        (".in[1].s", "0"),
        (".d", "1.5"),
        (".next", "&heap#2"),
    ] {
        assert_eq!(cell(first, name)[1], value, "{name}");
    }
    assert_eq!(cell(first, ".next")[2], thing("heap#2")["id"]);
    assert_eq!(cell(thing("heap#2"), ".d")[1], "2.5");
    assert_eq!(cell(thing("heap#2"), ".in[0].s")[1], "indeterminate");
    assert_eq!(cell(thing("heap#2"), ".next")[2], first["id"]);
    let row = thing("heap#1");
    assert_eq!((&row["freed"], &cell(row, "[0]")[1]), (&json!(true), &json!("4")));
    assert_eq!((&cell(row, "[1]")[1], &cell(row, "[2]")[1]), (&json!("indeterminate"), &json!("6")));
    let call = last("t0.0");
    let variables = call["variables"].as_array().unwrap();
    let variable = |name: &str| variables.iter().find(|it| it["name"] == name).unwrap();
    assert_eq!(variable("letter")["cells"][0][1], "120 'x'");
    assert_eq!(variable("at")["cells"][0][2], variable("letter")["id"]);
    assert_eq!(variable("row")["cells"][0][1], "&heap#1");
}
