//! What things are called does not count, unless the name means something: renamed, moved and swapped, and what only looks so.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use cfa::Program;
use explicit::reuse::Mode;
use explicit::{Options, Stats};
use verdict::{Properties, Property};

use crate::{COUNTERS, find, program, revisions, revisions_of};

const HEAD: &str = "
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    extern int abs(int), evercheck_choose(int, int);
    extern void reach_error(void);
";

/// There and back, with and without races; each has the report that it has from scratch.
fn pair(before: &str, after: &str) {
    let [before, after] = [before, after].map(|text| format!("{HEAD}{text}"));
    for properties in [crate::racing().properties, Properties::default(), Property::ALL.into_iter().collect()]
    {
        for is_keeping_going in [false, true] {
            let options = Options { is_keeping_going, properties, ..crate::racing() };
            revisions(&[&before, &after, &before], &options);
            revisions(&[&after, &before, &after], &options);
        }
    }
}

/// Programs of several files, which have these names.
fn linked(files: &[(&str, &str)]) -> Program {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("evercheck-labels-{}-{number}", std::process::id()));
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    for ((_, text), path) in files.iter().zip(&paths) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let loaded = cfa::load(&paths, &cfa::Options::default()).unwrap_or_else(|error| panic!("{error:?}"));
    fs::remove_dir_all(folder).unwrap();
    loaded.program
}

fn executed(stats: &[Vec<(Mode, Stats)>]) -> Vec<u64> {
    stats.iter().map(|stats| find(stats, Mode::Delta).executed).collect()
}

const THREADS: &str = "
    struct pair { int first, second; };
    static struct pair both;
    static int total, limit = 3;
    static int plus(int left, int right) { static int calls; calls++; return left + right; }
    static void *work(void *given) {
        int sum = 0, *place = &sum;
        for (int i = 0; i < limit; i++) { *place = plus(*place, i); total = plus(total, 1); }
        both.second += sum;
        return given;
    }
    int main(void) {
        unsigned long id;
        int (*add)(int, int) = plus;
        int choice = evercheck_choose(0, 2);
        pthread_create(&id, 0, work, 0);
        both.first = add(choice, 1);
        pthread_join(id, 0);
        return total > 100;
    }";

/// Everything that has a name has another one.
#[test]
fn renamed_is_nothing() {
    let text = format!("{HEAD}{THREADS}");
    let all = find(&revisions(&[&text, &text], &crate::racing())[0], Mode::Off).executed;
    assert!(all > 100, "{all}");
    let names: &[&[(&str, &str)]] = &[
        &[("choice", "chosen")],
        &[("int sum", "int amount"), ("&sum", "&amount"), ("+= sum", "+= amount")],
        &[("place", "at")],
        &[("(int left", "(int l"), ("return left", "return l")],
        &[("given", "unused")],
        &[("plus", "add_up")],
        &[("work", "run")],
        &[("total", "count")],
        &[("limit", "bound")],
        &[("calls", "times")],
        &[("static int total", "int total")],
        &[("static struct pair", "struct pair")],
        &[("static void *work", "void *work")],
        &[("struct pair", "struct couple")],
        &[("second", "other")],
        &[
            ("both", "two"),
            ("total", "sum_of_all"),
            ("work", "w"),
            ("&id", "&thread"),
            ("long id", "long thread"),
            ("(id,", "(thread,"),
        ],
    ];
    for edits in names {
        let renamed = edits.iter().fold(text.clone(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        assert_eq!(executed(&revisions(&[&text, &renamed, &text], &crate::racing())), [0, 0], "{edits:?}");
    }
}

/// What they were called before does not matter, since what they do tells them apart.
#[test]
fn names_that_are_swapped_are_nothing() {
    let text = format!("{HEAD}{THREADS}");
    for (one, other) in [("total", "limit"), ("first", "second"), ("sum", "place"), ("plus", "work")] {
        let swapped = text.replace(one, "§").replace(other, one).replace('§', other);
        assert_eq!(
            executed(&revisions(&[&text, &swapped, &text], &crate::racing())),
            [0, 0],
            "{one} {other}"
        );
    }
}

#[test]
fn a_renamed_thing_that_changes_costs_what_the_change_costs() {
    let renamed = COUNTERS.replace("seen", "found").replace("finish", "done");
    let changed = COUNTERS.replace("> 9", "> 8");
    let both = renamed.replace("> 9", "> 8");
    let [alone] = executed(&revisions(&[COUNTERS, &changed], &crate::racing()))[..] else { panic!() };
    let [together] = executed(&revisions(&[COUNTERS, &both], &crate::racing()))[..] else { panic!() };
    assert_eq!(alone, together);
}

#[test]
fn files_that_are_renamed_moved_and_swapped_are_nothing() {
    let main = "int evercheck_choose(int, int); int f(int), g(int); static int n = 1;
        int main(void) { for (int i = 0; i < 3; i++) n = f(n + evercheck_choose(0, 1)); return g(n) > 1000; }";
    let f = "static int n = 2; static int add(int x) { return x + n; } int f(int x) { n++; return add(x); }";
    let g = "static int n = 3; static int add(int x) { return x * n; } int g(int x) { n--; return add(x); }";
    let programs = [
        linked(&[("main.c", main), ("f.c", f), ("g.c", g)]),
        linked(&[("main.c", main), ("first.c", f), ("g.c", g)]),
        linked(&[("src/main.c", main), ("src/f.c", f), ("lib/g.c", g)]),
        linked(&[("main.c", main), ("f.c", g), ("g.c", f)]),
        linked(&[("g.c", g), ("main.c", main), ("f.c", f)]),
    ];
    let all: Vec<&Program> = programs.iter().collect();
    assert_eq!(executed(&revisions_of(&all, &crate::racing())), [0; 4]);
}

#[test]
fn two_static_variables_of_one_name_that_become_one() {
    let unit = |declaration: &str, name: &str, value: u32| {
        format!(
            "{declaration} void reach_error(void);
             int {name}(void) {{ n += {value}; if (n == 5) reach_error(); return n; }}"
        )
    };
    let main = "int evercheck_choose(int, int); int f(void), g(void);
        int main(void) { if (evercheck_choose(0, 1)) f(); if (evercheck_choose(0, 1)) g(); return 0; }";
    let two = |first: &str, second: &str| {
        linked(&[("main.c", main), ("f.c", &unit(first, "f", 2)), ("g.c", &unit(second, "g", 3))])
    };
    let programs = [
        two("static int n;", "static int n;"),
        two("int n;", "extern int n;"),
        two("static int n;", "static int n;"),
        two("static int n;", "static int n = 2;"),
        two("static int n = 2;", "static int n;"),
        two("extern int n;", "int n = 2;"),
    ];
    let all: Vec<&Program> = programs.iter().collect();
    for is_keeping_going in [false, true] {
        revisions_of(&all, &Options { is_keeping_going, ..crate::racing() });
        let back: Vec<&Program> = all.iter().rev().copied().collect();
        revisions_of(&back, &Options { is_keeping_going, ..crate::racing() });
    }
}

#[test]
fn parameters_that_are_swapped() {
    let text = |parameters: &str, arguments: &str| {
        format!(
            "static int minus({parameters}) {{ int k = evercheck_choose(0, 1); return a - b + k; }}
             int main(void) {{ int x = 3, y = 2; if (minus({arguments}) == 0) reach_error(); return 0; }}"
        )
    };
    let plain = text("int a, int b", "x, y");
    pair(&plain, &text("int b, int a", "x, y"));
    pair(&plain, &text("int b, int a", "y, x"));
    pair(&plain, &text("int a, int b", "y, x"));
    pair(&plain, &text("int c, int b", "x, y").replace("a - b", "c - b"));
    pair(&plain, &text("int b, int c", "x, y").replace("a - b", "c - b"));
}

/// With another number of parameters each is told by its role, so that in the end they have changed places.
#[test]
fn parameters_that_change_places_one_revision_after_the_other() {
    let text = |parameters: &str, arguments: &str| {
        format!(
            "{HEAD} int g;
             static int minus({parameters}) {{ g = a; int k = evercheck_choose(0, 1); return a - b + k; }}
             int main(void) {{ int x = 3, y = 2; if (minus({arguments}) == 0) reach_error(); return 0; }}"
        )
    };
    let all =
        [text("int a, int b", "x, y"), text("int c, int b, int a", "1, y, x"), text("int b, int a", "x, y")];
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    for is_keeping_going in [false, true] {
        let options = Options { is_keeping_going, ..crate::racing() };
        revisions(&all, &options);
        revisions(&all.iter().rev().copied().collect::<Vec<_>>(), &options);
    }
}

#[test]
fn functions_that_are_swapped() {
    let text = |one: &str, other: &str| {
        format!(
            "int g;
             static int {one}(int x) {{ g = evercheck_choose(0, 1); return x + g; }}
             static int {other}(int x) {{ g = evercheck_choose(0, 1); return x - g; }}
             int main(void) {{ int (*p)(int) = f; if (h(p(2)) == 3) reach_error(); return 0; }}"
        )
    };
    pair(&text("f", "h"), &text("h", "f"));
    let both = text("f", "h").replace("p(2)", "h(2)");
    pair(&both, &text("h", "f"));
    // Which of them a table holds is told by the state.
    let table = "int g; int f(int x) { return x + 1; } int h(int x) { return x - 1; }
        int (*table[2])(int) = { f, h };
        int main(void) { g = evercheck_choose(0, 1); if (table[g](g) == 1) reach_error(); return 0; }";
    pair(table, &table.replace("{ f, h }", "{ h, f }"));
    pair(table, &table.replace("int f(", "int §(").replace("int h(", "int f(").replace('§', "h"));
}

#[test]
fn variables_that_are_swapped() {
    let text = "int a = 1, b = 2;
        int main(void) {
            int x = evercheck_choose(0, 2), y = evercheck_choose(0, 2);
            if (x + a == 2) b = y;
            if (y - b == 1) reach_error();
            return 0;
        }";
    pair(text, &text.replace("a = 1, b = 2", "b = 1, a = 2"));
    pair(text, &text.replace("x + a", "y + a"));
    pair(text, &text.replace("x + a", "x + b"));
    pair(text, &text.replace("y - b", "x - b"));
    pair(text, &text.replace("y - b", "y - a"));
    pair(text, &text.replace("b = y", "a = y"));
    pair(text, &text.replace("b = y", "a = x").replace("x + a", "y + b"));
}

/// Its name says that nobody interrupts it.
#[test]
fn a_function_that_becomes_atomic_by_its_name() {
    let text = |name: &str| {
        format!(
            "int g;
             static void {name}(void) {{ g = g + 1; g = g - 1; }}
             static void *other(void *unused) {{ if (g == 1) reach_error(); return 0; }}
             int main(void) {{
                 unsigned long id;
                 pthread_create(&id, 0, other, 0);
                 {name}();
                 pthread_join(id, 0);
                 return 0;
             }}"
        )
    };
    pair(&text("step"), &text("__VERIFIER_atomic_step"));
    pair(&text("__VERIFIER_atomic_step"), &text("__VERIFIER_atomic_other"));
    // The rest of it is the same, and the pointer tells who is called.
    let behind = |name: &str| {
        text(name).replace(&format!("                 {name}();"), &format!("void (*p)(void) = {name}; p();"))
    };
    pair(&behind("step"), &behind("__VERIFIER_atomic_step"));
    // In the middle of it nothing tells one from the other but whether its return lets others in.
    let inside = |begin: &str, name: &str| {
        format!(
            "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
             int g = 7;
             static void {name}(void) {{ g = 3; g = evercheck_choose(0, 1); g = 0; }}
             static void *other(void *unused) {{ if (g == 0) reach_error(); return 0; }}
             int main(void) {{
                 unsigned long id;
                 void (*p)(void) = {name};
                 pthread_create(&id, 0, other, 0);
                 {begin}
                 p();
                 g = 5;
                 return 0;
             }}"
        )
    };
    pair(&inside("", "__VERIFIER_atomic_step"), &inside("__VERIFIER_atomic_begin();", "step"));
}

#[test]
fn a_helper_that_takes_a_library_function_s_name() {
    let text = |name: &str| {
        format!(
            "static int {name}(int x) {{ return x < -1 ? 7 : x; }}
             int main(void) {{ int x = evercheck_choose(-2, 2); if (abs(x) == 7 || {name}(x) == -1) reach_error(); return 0; }}"
        )
    };
    let own = format!("{HEAD}{}", text("abs"))
        .replace("extern int abs(int), evercheck_choose", "extern int evercheck_choose");
    let library = format!("{HEAD}{}", text("helper"));
    for is_keeping_going in [false, true] {
        let options = Options { is_keeping_going, ..crate::racing() };
        revisions(&[&library, &own, &library], &options);
        revisions(&[&own, &library, &own], &options);
    }
}

/// Which function is an error is said beside the program.
#[test]
fn a_function_that_is_an_error_by_its_name() {
    let text = |name: &str| {
        program(&format!(
            "{HEAD} int g;
             void {name}(int x) {{ g = x; }}
             int main(void) {{ if (evercheck_choose(0, 2) == 2) {name}(1); void (*p)(int) = {name}; if (g) p(2); return 0; }}"
        ))
    };
    let mut options = crate::racing();
    options.machine.error_function = Some("wrong".into());
    let [wrong, right] = [text("wrong"), text("right")];
    revisions_of(&[&wrong, &right, &wrong], &options);
    revisions_of(&[&right, &wrong, &right], &options);
    let [known, own] = [text("__assert_fail_"), text("reach_error_")];
    revisions_of(&[&known, &own, &known], &crate::racing());
}

/// Nothing but the state tells who is called.
#[test]
fn a_function_that_is_an_error_by_its_name_and_called_through_a_pointer() {
    let calls = [
        "void (*p)(void) = it; if (c == 2) p();",
        "if (c == 2) atexit(it);",
        "unsigned long id; if (c == 2) pthread_create(&id, 0, (void *(*)(void *))it, 0);",
    ];
    for call in calls {
        let text = |name: &str| {
            let call = call.replace("it", name).replace(&format!("atex{name}"), "atexit");
            program(&format!(
                "{HEAD} extern int atexit(void (*)(void)); int g;
                 void {name}(void) {{ g = 1; }}
                 int main(void) {{ int c = evercheck_choose(0, 2); {call} return 0; }}"
            ))
        };
        let mut options = crate::racing();
        options.machine.error_function = Some("wrong".into());
        let [wrong, right] = [text("wrong"), text("right")];
        revisions_of(&[&wrong, &right, &wrong], &options);
        revisions_of(&[&right, &wrong, &right], &options);
    }
}

/// A name that returns is not who it was.
#[test]
fn a_name_that_is_gone_and_comes_back() {
    let text = |names: [&str; 2], value: u32| {
        let [one, other] = names;
        format!(
            "{HEAD} int {one}; int {other} = {value};
             int main(void) {{ {one} = evercheck_choose(0, 1); if ({one} + {other} == 3) reach_error(); {other} = 0; return 0; }}"
        )
    };
    let all = [
        text(["a", "b"], 1),
        text(["c", "b"], 1),
        text(["c", "a"], 2),
        text(["a", "c"], 2),
        text(["b", "a"], 1),
    ];
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    revisions(&all, &crate::racing());
    let back: Vec<&str> = all.iter().rev().copied().collect();
    revisions(&back, &crate::racing());
}
