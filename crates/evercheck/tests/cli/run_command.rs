//! `evercheck run`: threads in turn, and how a run ends that is none.

use crate::run::{Scratch, assert_contains};

const WAITING: &str = "\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static volatile int is_set;
static void *other(void *argument) {
    pthread_mutex_lock(&m);
    ready = 1;
    printf(\"%s\\n\", (char *)argument);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    is_set = 1;
    return argument;
}
static void last(void) { puts(\"last\"); }
int main(int count, char **words) {
    pthread_t t;
    atexit(last);
    pthread_create(&t, 0, other, words[1]);
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    while (!is_set) {}
    pthread_join(t, 0);
    puts(\"main\");
    return count + 5;
}
";

#[test]
fn threads_run_in_turn_and_wait_for_each_other() {
    let scratch = Scratch::new("run_threads");
    let outcome = scratch.write("a.c", WAITING).run("run a.c -- word");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(7), ""), "{outcome:#?}");
    assert_eq!(outcome.stdout, "word\nmain\nlast\n");
}

#[test]
fn a_wait_does_not_time_out_while_others_can_go_on() {
    let scratch = Scratch::new("run_timed");
    let source = WAITING
        .replace("pthread_cond_wait(&c, &m)", "if (pthread_cond_timedwait(&c, &m, &now)) exit(9)")
        .replace("static int ready;", "#include <time.h>\nstatic int ready;\nstatic struct timespec now;");
    assert_eq!(scratch.write("a.c", source).run("run a.c -- word").status, Some(7));
}

#[test]
fn a_deadlock_is_a_fault() {
    let scratch = Scratch::new("run_deadlock");
    let source = "\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *argument) {
    pthread_mutex_lock(&m);
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
}
";
    let outcome = scratch.write("a.c", source).run("run a.c");
    assert_eq!(outcome.status, Some(126), "{outcome:#?}");
    let waits = "thread 0 (main) waits for the end of thread 1 (other); thread 1 (other) waits for the mutex `m`, which thread 0 (main) holds";
    assert_contains(&outcome.stderr, &["deadlock: no thread can make progress: ", waits, "a.c:11"]);
}

#[test]
fn threads_that_never_wait_can_be_given_up() {
    let scratch = Scratch::new("run_endless");
    let source = "\
#include <pthread.h>
static volatile int x;
static void *other(void *argument) {
    for (;;) x++;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    for (;;) x = 0;
}
";
    let outcome = scratch.write("a.c", source).run("run --max-steps 100000 a.c");
    assert_eq!(outcome.status, Some(127), "{outcome:#?}");
    assert_contains(&outcome.stderr, &["more steps than --max-steps"]);
}

#[test]
fn an_assumption_that_does_not_hold_is_shown() {
    let scratch = Scratch::new("run_assumption");
    let source = "#include <evercheck.h>\nint main(void) {\n    int x = evercheck_choose(0, 3);\n    __VERIFIER_assume(x > 1);\n    return x;\n}\n";
    let outcome = scratch.write("a.c", source).run("run a.c");
    assert_eq!(outcome.status, Some(127), "{outcome:#?}");
    assert_contains(
        &outcome.stderr,
        &[
            "this assumption does not hold",
            "in main at a.c:4:",
            "__VERIFIER_assume(x > 1);",
            "evercheck check",
        ],
    );
}

#[test]
fn wrong_usage_has_a_status_that_is_not_the_program_s() {
    let scratch = Scratch::new("run_usage");
    scratch.write("a.c", "int main(void) { return 2; }\n");
    assert_eq!(scratch.run("run a.c").status, Some(2));
    for line in ["run --no-such-option a.c", "run", "-q run --max-steps -1 a.c", "run nowhere.c"] {
        let outcome = scratch.run(line);
        assert_eq!(outcome.status, Some(125), "{line}: {outcome:#?}");
        assert_contains(&outcome.stderr, &["error"]);
    }
    assert_eq!(scratch.run("run --help").status, Some(0));
}
