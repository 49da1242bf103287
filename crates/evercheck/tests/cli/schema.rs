//! `docs/schema.json` describes what `--format json` prints: nothing is missing there, and nothing else is printed.

use serde_json::Value;

use crate::history::Repository;
use crate::run::{Scratch, outcome};

/// The schema, as far as it uses the vocabulary of JSON Schema.
pub struct Schema(Value);

impl Schema {
    fn read() -> Schema {
        Schema::of("schema.json")
    }

    /// One of those in `docs`.
    pub fn of(name: &str) -> Schema {
        let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
        Schema(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
    }

    /// What is wrong with a value as a whole.
    pub fn objection_to(&self, value: &Value) -> Option<String> {
        self.objection(&self.0, value, "")
    }

    /// What is wrong with a value, and where.
    fn objection(&self, schema: &Value, value: &Value, at: &str) -> Option<String> {
        let object = schema.as_object().expect("a schema is an object");
        object.iter().find_map(|(word, what)| self.one(word, what, schema, value, at))
    }

    fn one(&self, word: &str, what: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
        let not = |is_right: bool, why: String| (!is_right).then(|| format!("{at}: {why}"));
        match word {
            "$ref" => self.objection(self.definition(what.as_str().unwrap()), value, at),
            "type" => {
                let is_one = |name: &Value| is_of(name.as_str().unwrap(), value);
                let is_right = what.as_array().map_or_else(|| is_one(what), |all| all.iter().any(is_one));
                not(is_right, format!("{value} is no {what}"))
            }
            "const" => not(value == what, format!("{value} is not {what}")),
            "enum" => not(what.as_array().unwrap().contains(value), format!("{value} is none of {what}")),
            "minimum" => {
                let is_less = value.as_f64().is_some_and(|value| Some(value) < what.as_f64());
                not(!is_less, format!("{value} is less than {what}"))
            }
            "required" => {
                let is_missing = |name: &&Value| value.get(name.as_str().unwrap()).is_none();
                let missing = what.as_array().unwrap().iter().find(is_missing).filter(|_| value.is_object());
                missing.map(|name| format!("{at}: there is no {name}"))
            }
            "properties" => value
                .as_object()?
                .iter()
                .find_map(|(name, value)| self.objection(what.get(name)?, value, &format!("{at}/{name}"))),
            "additionalProperties" => {
                assert_eq!(*what, false);
                let is_other = |name: &&String| schema["properties"].get(name.as_str()).is_none();
                value.as_object()?.keys().find(is_other).map(|name| format!("{at}: {name} is not described"))
            }
            "items" => {
                let mut items = value.as_array()?.iter().enumerate();
                items.find_map(|(index, item)| self.objection(what, item, &format!("{at}/{index}")))
            }
            "oneOf" | "anyOf" => {
                let all = what.as_array().unwrap();
                let objections: Vec<_> = all.iter().map(|it| self.objection(it, value, at)).collect();
                let count = objections.iter().filter(|it| it.is_none()).count();
                let is_right = if word == "oneOf" { count == 1 } else { count > 0 };
                let why: Vec<String> = objections.into_iter().flatten().collect();
                not(is_right, format!("{count} of {} fit: {}", all.len(), why.join("; ")))
            }
            "description" | "title" | "$schema" | "$defs" => None,
            _ => panic!("the test does not know {word}"),
        }
    }

    fn definition(&self, path: &str) -> &Value {
        self.0.pointer(path.strip_prefix('#').unwrap()).unwrap_or_else(|| panic!("no {path}"))
    }

    /// Each object that a command prints is of one kind, and fits the schema as a whole.
    fn check(&self, kind: &str, text: &str) {
        let mut count = 0;
        for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
            let value = value.unwrap();
            let definition = self.definition(&format!("#/$defs/{kind}"));
            assert_eq!(self.objection(definition, &value, kind), None, "{value:#}");
            assert_eq!(self.objection(&self.0, &value, "any"), None, "{value:#}");
            count += 1;
        }
        assert!(count > 0, "nothing was printed: {kind}");
    }
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("no type {name}"),
    }
}

const RACE: &str = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x++; return p; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); return 0; }\n";
const LOOP: &str = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
    int main(void) { int i = 0; while (__VERIFIER_nondet_int()) { i = 0; } if (i) reach_error(); return 0; }\n";

#[test]
fn what_check_prints_fits_the_schema() {
    let schema = Schema::read();
    let scratch = Scratch::new("schema");
    scratch.write("race.c", RACE).write("loop.c", LOOP);
    let print =
        |kind: &str, line: &str| schema.check(kind, &scratch.run(&format!("{line} --format json")).stdout);
    print("report", "check race.c --save-trace race.json --keep-going");
    print("report", "check race.c --reuse delta");
    print("report", "check race.c --known known.toml --update-known");
    print("report", "check race.c --known known.toml");
    print("report", "check race.c --ranges 3 --depth 2");
    print(
        "report",
        "check loop.c --property unreach-call --invariants --engine predicate --proof loop.proof",
    );
    print("report", "check loop.c --time-limit 0s");
    print("replay", "check race.c --replay race.json");
    print("errors", "check missing.c");
    print("certify", "certify loop.proof loop.c");
    print("difference", "diff race.c loop.c");
    print("fingerprints", "cfa --fingerprints race.c");
    print("store_ls", "store ls");
    print("store_verify", "store verify");
    print("store_gc", "store gc");
}

#[test]
fn what_a_project_prints_fits_the_schema() {
    let schema = Schema::read();
    let repository = Repository::new("schema-project");
    repository.scratch.write("bad.c", "int main(");
    repository.commit("first", "length >= 4");
    repository.commit("second", "length > 4");
    repository.scratch.write(
        "evercheck.toml",
        "[target.a]\ndrivers = [\"verify/driver.c\"]\nsources = [\"src/*.c\"]\nflags = [\"-Iinclude\"]\n\
         [target.b]\nsources = [\"bad.c\"]\n",
    );
    let printed = |line: &str| {
        let told = outcome(repository.scratch.command(&format!("{line} --format json")));
        let is_error = |line: &&str| line.contains("\"errors\":");
        let (errors, rest): (Vec<&str>, Vec<&str>) = told.stdout.lines().partition(is_error);
        (errors.join("\n"), rest.join("\n"))
    };
    for line in ["check", "history HEAD"] {
        let (errors, reports) = printed(line);
        schema.check("errors", &errors);
        schema.check("report", &reports);
    }
    schema.check("report", &printed("check --since HEAD~1 a").1);
    let (_, bisected) = printed("bisect HEAD~1..HEAD a");
    schema.check("bisect", bisected.lines().last().unwrap());
}

/// What is not described, missing or of another kind is found.
#[test]
fn the_schema_refuses_what_it_does_not_describe() {
    let schema = Schema::read();
    let place = schema.definition("#/$defs/place");
    let objection = |text: &str| schema.objection(place, &serde_json::from_str(text).unwrap(), "place");
    assert_eq!(objection(r#"{"file": "a.c", "line": 1, "column": 2}"#), None);
    for text in [
        r#"{"file": "a.c", "line": 1}"#,
        r#"{"file": "a.c", "line": 1, "column": 2, "more": 3}"#,
        r#"{"file": "a.c", "line": -1, "column": 2}"#,
        r#"{"file": 1, "line": 1, "column": 2}"#,
        "[]",
    ] {
        assert!(objection(text).is_some(), "{text}");
    }
}
