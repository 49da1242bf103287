//! What a change costs is told by what has changed, and counted.

use explicit::Stats;
use explicit::reuse::{Mode, Request, check as check_with, estimate};
use explicit::why::{Cause, Losses};

use crate::{extended, program, run};

const QUEUE: &str = "
    extern void *malloc(unsigned long); extern void free(void *);
    int evercheck_choose(int, int);
    struct queue { int head; int lock; int count; };
    static struct queue queue;
    static int limit = 2, seen;
    static void enter(int n) { queue.lock = n; queue.count++; }
    static int leave(void) { queue.count--; return queue.lock; }
    static int twice(int n) { seen = n; return evercheck_choose(0, 1) + n; }
    int main(void) {
        for (int i = 0; i < 3; i++) if (evercheck_choose(0, 2) == 1) enter(i);
        int n = evercheck_choose(0, 3);
        if (queue.count) n = leave();
        n = twice(n);
        int *p = malloc(4);
        *p = n;
        if (evercheck_choose(0, 1) && seen > limit) seen = *p;
        free(p);
        return evercheck_choose(0, 1);
    }";

/// What the second of two programs has lost, as a run says and as is said before it.
fn lost(before: &str, after: &str) -> Losses {
    let options = crate::racing();
    let record = extended(&[], &run(&program(before), &options, Mode::Delta, &[]));
    let after = program(after);
    let said = estimate(&after, &options, &record).expect("it can be explored").losses;
    for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
        assert_eq!(run(&after, &options, mode, &record).ledger.losses, said, "{mode:?}");
    }
    said
}

fn code(name: &str) -> Cause {
    Cause::Code(name.into())
}

fn field(name: &str) -> Cause {
    Cause::Field { field: name.into(), record: Some("struct queue".into()) }
}

/// Causes with transitions and states, the largest first.
type Expected<'a> = &'a [(Cause, u64, u64)];

fn check(before: &str, rows: &[(&str, &str, Expected)]) {
    let mut problems = Vec::new();
    for (find, replace, expected) in rows {
        assert!(before.contains(find), "{find}");
        let losses = lost(before, &before.replace(find, replace));
        let found: Vec<_> =
            losses.all.iter().map(|it| (it.cause.clone(), it.transitions, it.states)).collect();
        if found != *expected {
            problems.push(format!("{replace}: {} of {}: {found:?}", losses.lost, losses.transitions));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn each_kind_of_change_is_told_from_the_others() {
    let twice = || Cause::Signature("twice".into());
    check(
        QUEUE,
        &[
            (
                "int head; int lock;",
                "int head; int other; int lock;",
                &[(field("count"), 35, 0), (field("lock"), 31, 0)],
            ),
            ("int head; int lock;", "int lock; int head;", &[(field("lock"), 31, 0)]),
            ("int count; };", "int count, more; };", &[]),
            ("queue.lock = n;", "queue.lock = n + 1;", &[(code("enter"), 7, 0)]),
            ("twice(int n) { seen", "twice(long n) { seen", &[(twice(), 46, 0), (code("twice"), 18, 0)]),
            ("evercheck_choose(0, 3)", "evercheck_choose(0, 4)", &[(Cause::Choice("main".into()), 0, 7)]),
            ("limit = 2,", "limit = 4,", &[(Cause::Start("limit".into()), 0, 0)]),
            // What is made of the value is code.
            (
                "limit = 2, seen",
                "limit = 2; static long seen",
                &[(Cause::Object("seen".into()), 46, 0), (code("main"), 18, 0)],
            ),
            ("static int leave(void)", "/* the same */ static int leave(void)", &[]),
            (
                "if (queue.count) n = leave();",
                "if (queue.count) { queue.count--; n = queue.lock; }",
                &[(code("main"), 24, 0)],
            ),
        ],
    );
}

#[test]
fn structs_without_a_tag_and_sizes_are_told() {
    let text = "
        extern void *malloc(unsigned long); extern void free(void *);
        int evercheck_choose(int, int);
        typedef struct { int first; int second; } pair;
        struct node { int value; struct node *next; };
        static pair pairs[4];
        static int table[6], at;
        static struct node *list;
        int main(void) {
            at = evercheck_choose(0, 3);
            pairs[at].second = 1;
            table[at + 2] = pairs[at].first;
            if (evercheck_choose(0, 1)) {
                list = malloc(sizeof *list);
                list->value = 1;
            }
            if (evercheck_choose(0, 1)) pairs[1].first = 2;
            free(list);
            return 0;
        }";
    let untagged = |field: &str| Cause::Field { field: field.into(), record: None };
    check(
        text,
        &[
            (
                "int first; int second;",
                "int second; int first;",
                &[(untagged("first"), 12, 0), (untagged("second"), 4, 0)],
            ),
            ("int second; }", "int second, third; }", &[(Cause::Record(None), 12, 0)]),
            ("*next; }", "*next; int more; }", &[(Cause::Record(Some("struct node".into())), 4, 0)]),
            // Bounds of arrays are in the code.
            ("table[6]", "table[5]", &[(code("main"), 4, 0), (Cause::Size("`table`".into()), 1, 0)]),
        ],
    );
}

/// What the revision before has cost is not told again.
#[test]
fn only_what_held_before_is_lost() {
    let options = crate::racing();
    let changed = QUEUE.replace("queue.lock = n;", "queue.lock = n + 1;");
    let again = changed.replace("return queue.lock;", "return queue.lock + 1;");
    let record = extended(&[], &run(&program(QUEUE), &options, Mode::Delta, &[]));
    let record = extended(&record, &run(&program(&changed), &options, Mode::Delta, &record));
    assert_eq!(record.len(), 2);
    let losses = run(&program(&again), &options, Mode::Delta, &record).ledger.losses;
    assert_eq!(losses.all.len(), 1, "{losses:?}");
    assert_eq!((losses.all[0].cause.clone(), losses.all[0].transitions), (code("leave"), losses.lost));
    // Nor what a revert finds again.
    let back = run(&program(QUEUE), &options, Mode::Delta, &record);
    assert_eq!(back.report.stats.executed, 0);
}

/// Which functions count as changed can be said.
#[test]
fn what_is_said_to_have_changed_is_the_cause() {
    let (options, program) = (crate::racing(), program(QUEUE));
    let base = extended(&[], &run(&program, &options, Mode::Delta, &[]));
    let request = Request { base, changed: vec!["enter".into()], ..Request::default() };
    let losses = check_with(&program, &options, &request, &mut |_: &Stats| {}).ledger.losses;
    assert_eq!(
        (losses.all.len(), losses.all[0].cause.clone(), losses.all[0].transitions),
        (1, code("enter"), 7)
    );
}
