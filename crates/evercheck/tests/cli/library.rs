//! The library behind the command line: a job gives an outcome, of which all reports are made.

use evercheck::{Failure, Job, Outcome, Workspace, run};

use crate::run::{Scratch, assert_contains};

const RACE: &str = "#include <pthread.h>\n#include \"shared.h\"\n\
    static void *add(void *p) { shared++; return p; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); shared++; pthread_join(t, 0); return 0; }\n";

fn without_times(text: &str) -> String {
    let is_timed = |line: &&str| line.contains(" s, ") || line.ends_with(" s") || line.contains("_s\"");
    let lines = text.lines().filter(|line| !is_timed(line) && !line.contains("peak_rss"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_outcome_is_kept_and_told_later() {
    let scratch = Scratch::new("library-kept");
    scratch.write("race.c", RACE).write("shared.h", "int shared;\n");
    let job = Job::new("race").below(&scratch.path).file("race.c").options(["--reuse=off", "--no-record"]);
    let outcome = run(&job, &Workspace::new()).unwrap();
    assert_eq!(outcome.verdict(), "false(no-data-race)");
    let kept = serde_json::to_string(&outcome).unwrap();
    let again: Outcome = serde_json::from_str(&kept).unwrap();
    // The source may be gone by then.
    std::fs::remove_file(scratch.path.join("race.c")).unwrap();
    assert_eq!((again.text(), again.json()), (outcome.text(), outcome.json()));
    scratch.write("race.c", RACE);
    let told = scratch.run("check --reuse off --no-record race.c").stdout;
    assert_eq!(without_times(&told), without_times(&again.text()));
    assert_contains(&told, &["race.c:3", "shared++"]);
}

#[test]
fn it_does_not_matter_where_a_program_lies() {
    let scratch = Scratch::new("library-root");
    let text = "#include \"inc/limit.h\"\n#include <assert.h>\n#include <string.h>\nint main(void) { int i = 0;\n\
        while (i < LIMIT) i += evercheck_choose(1, 2);\nassert(strlen(__FILE__) == 3); return i; }\n";
    for name in ["one", "another/place"] {
        std::fs::create_dir_all(scratch.path.join(name).join("inc")).unwrap();
        scratch.write(&format!("{name}/a.c"), format!("#include <evercheck.h>\n{text}"));
        scratch.write(&format!("{name}/inc/limit.h"), "#define LIMIT 9\n");
    }
    let workspace = Workspace::with_store(scratch.path.join("store"));
    let run_in = |folder: &str| {
        let job = Job::new("a").below(scratch.path.join(folder)).file("a.c");
        run(&job.options(["--engine=explicit", "-I."]), &workspace).unwrap()
    };
    let (first, second) = (run_in("one"), run_in("another/place"));
    assert_eq!((first.verdict(), second.verdict()), ("true".into(), "true".into()));
    assert_contains(&second.text(), &["reused everything from run 1: nothing changed"]);
}

#[test]
fn what_cannot_be_checked_is_an_error() {
    let scratch = Scratch::new("library-errors");
    scratch
        .write("bad.c", "int main(void) { return x; }\n")
        .write("good.c", "int main(void) { return 0; }\n");
    let job = |file: &str| Job::new("x").below(&scratch.path).file(file);
    let failed = |job: Job| run(&job, &Workspace::new()).map(|outcome| outcome.verdict()).unwrap_err();
    assert!(matches!(failed(job("bad.c")), Failure::Source(_)));
    assert!(matches!(failed(job("absent.c")), Failure::Source(_)));
    assert!(matches!(failed(job("good.c").options(["--depht=3"])), Failure::Usage(_)));
    let limited =
        job("good.c").options(["--max-states=1", "--engine=explicit", "--no-record", "--reuse=off"]);
    assert!(run(&limited, &Workspace::new()).is_ok());
}
