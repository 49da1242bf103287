//! Threads that nobody disturbs go first: what that depends on in the code of others, and what it saves.

use cfa::fuzz::random::Random;
use explicit::reuse::{Mode, Request, check};
use explicit::{Options, Stats};
use machine::explore;
use verdict::Property;

use crate::{common, find, program, revisions};

const HEAD: &str = "
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    extern int evercheck_choose(int, int);
    extern void reach_error(void);
    _Atomic int flag;
";
const MAIN: &str = "
    int main(void) {
        unsigned long one, two;
        pthread_create(&one, 0, first, 0);
        pthread_create(&two, 0, second, 0);
        pthread_join(two, 0);
        pthread_join(one, 0);
        return 0;
    }";

fn alone() -> Options {
    let machine = explore::Options { postpones: true, ..explore::Options::default() };
    Options { machine, ..crate::racing() }
}

/// There and back, and the other way round.
fn pair(text: &str, old: &str, new: &str) {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    let before = format!("{HEAD}{text}{MAIN}");
    let after = before.replace(old, new);
    for is_keeping_going in [false, true] {
        let options = Options { is_keeping_going, ..alone() };
        revisions(&[&before, &after, &before], &options);
        revisions(&[&after, &before, &after], &options);
    }
}

const OWNER: &str = "
    static int x, y;
    static void *second(void *unused) { x = 1; if (x != 1) reach_error(); flag = 3; return 0; }
    static void step(void) { flag = 2; }";

#[test]
fn another_thread_comes_to_touch_what_was_private() {
    let text = format!("{OWNER} static void *first(void *unused) {{ step(); flag = 1; y = 5; return 0; }}");
    pair(&text, "y = 5;", "x = 5;");
    pair(&text, "y = 5;", "int *at = &x; *at = 5;");
    pair(&text, "y = 5;", "");
}

#[test]
fn a_callee_comes_to_touch_what_was_private() {
    let text = format!(
        "{OWNER} static void touch(int n) {{ y = n; }}
         static void *first(void *unused) {{ flag = 1; touch(5); return 0; }}"
    );
    pair(&text, "y = n;", "x = n;");
}

#[test]
fn a_function_behind_a_pointer_comes_to_touch_what_was_private() {
    let text = format!(
        "{OWNER} static void touch(int n) {{ y = n; }}
         static void (*hook)(void) = (void (*)(void))touch;
         static void *first(void *unused) {{ flag = 1; ((void (*)(int))hook)(5); return 0; }}"
    );
    pair(&text, "y = n;", "x = n;");
}

#[test]
fn a_thread_comes_to_read_a_pointer_to_what_was_private() {
    let text = format!(
        "{OWNER} static int *leads = &x;
         static void *first(void *unused) {{ flag = 1; y = 5; return 0; }}"
    );
    pair(&text, "y = 5;", "*leads = 5;");
}

/// The innermost frames stand where they do in another state, and what is ahead of their callers is something else. Until the first
/// thread has read `x`, the second is not alone.
#[test]
fn another_caller_comes_to_touch_what_was_private() {
    let text = "
    static _Atomic int x;
    static int y;
    static void *second(void *unused) { x = 1; if (x != 1) reach_error(); flag = 3; return 0; }
    static void step(void) { flag = 2; }
    static void *first(void *unused) {
        int n = CHOICE;
        y = x;
        if (n) { step(); flag = 1; } else { step(); y = 5; }
        return 0;
    }";
    for choice in ["evercheck_choose(0, 1)", "!evercheck_choose(0, 1)"] {
        pair(&text.replace("CHOICE", choice), "y = 5;", "x = 5;");
    }
}

#[test]
fn an_index_comes_to_be_set_again() {
    let text = "
    static int a[2];
    static void *first(void *unused) { long i = 0; flag = 1; a[i] = 5; return 0; }
    static void *second(void *unused) { a[1] = 1; if (a[1] != 1) reach_error(); return 0; }";
    pair(text, "flag = 1; a[i] = 5;", "flag = 1; i = 1; a[i] = 5;");
    pair(text, "a[i] = 5;", "a[i] = 5; i = 1; a[i] = 5;");
}

/// What is alone at a state is tried, and what that comes to depends on the loop it leaves.
#[test]
fn a_loop_comes_to_be_around_what_was_left() {
    let text = "
    static int own;
    static void *first(void *unused) {
        for (int i = 0; i < 2; i++) own = evercheck_choose(0, 1);
        flag = 1;
        return 0;
    }
    static void *second(void *unused) { flag = 2; if (flag == 2) reach_error(); return 0; }";
    pair(text, "for (int i", "for (;;) for (int i");
}

/// The step that jumps backwards is the same as before, and so is each that went ahead; what changed is where a third one goes.
#[test]
fn a_loop_comes_to_be_closed_elsewhere() {
    let text = "
    static void *first(void *unused) {
        int last = 0;
        if (evercheck_choose(0, 1)) goto three;
    one:
        last &= evercheck_choose(0, 1);
        last |= evercheck_choose(0, 1);
        goto out;
    three:
        last = evercheck_choose(0, 1);
        goto one;
    out:
        return 0;
    }
    static void *second(void *unused) { flag = 2; if (flag == 2) reach_error(); return 0; }";
    pair(text, "goto out;", "goto three;");
    pair(
        &text.replace("if (evercheck_choose(0, 1))", "if (!evercheck_choose(0, 1))"),
        "goto out;",
        "goto three;",
    );
}

/// Whether anything is known ahead of threads is told by the whole program.
#[test]
fn a_program_comes_to_have_exit_handlers() {
    let text = format!(
        "{OWNER} extern int atexit(void (*)(void));
         static void *first(void *unused) {{ flag = 1; y = 5; return 0; }}"
    );
    pair(&text, "y = 5;", "if (flag == 9) atexit(step);");
}

fn states(text: &str, postpones: bool) -> u64 {
    let machine = explore::Options { postpones, ..explore::Options::default() };
    let options = Options { machine, ..Options::default() };
    let report = check(&program(text), &options, &Request::default(), &mut |_: &Stats| {}).report;
    assert_eq!(report.verdict(), "true", "{text}");
    report.stats.states
}

/// Threads that have nothing to do with each other are explored one after the other.
#[test]
fn disjoint_work_takes_as_many_states_as_there_are_threads() {
    let text = |n: usize| {
        format!(
            "{HEAD} static int a[{n}];
             static void *work(void *argument) {{
                 long me = (long)argument;
                 for (int i = 0; i < 10; i++) a[me] += i;
                 return 0;
             }}
             int main(void) {{
                 unsigned long id[{n}];
                 for (long i = 0; i < {n}; i++) pthread_create(&id[i], 0, work, (void *)i);
                 for (int i = 0; i < {n}; i++) pthread_join(id[i], 0);
                 for (int i = 0; i < {n}; i++) if (a[i] != 45) reach_error();
                 return 0;
             }}"
        )
    };
    for n in [2, 4, 8, 16] {
        let found = states(&text(n), true);
        assert!(found <= 2 * n as u64 + 1, "{found} states of {n} threads");
    }
    assert!(states(&text(2), false) > 300);
}

/// Who waits for one that waits for a thread cannot disturb it either.
#[test]
fn who_waits_in_a_row_does_not_count() {
    let text = format!(
        "{HEAD} static int x;
         static void *last(void *unused) {{ for (int i = 0; i < 10; i++) x++; flag = 1; x++; return 0; }}
         static void *middle(void *unused) {{
             unsigned long id;
             pthread_create(&id, 0, last, 0);
             pthread_join(id, 0);
             return 0;
         }}
         static void *beside(void *unused) {{ flag = 2; flag = 3; return 0; }}
         int main(void) {{
             unsigned long id, other;
             pthread_create(&other, 0, beside, 0);
             pthread_create(&id, 0, middle, 0);
             pthread_join(id, 0);
             if (x != 11) reach_error();
             pthread_join(other, 0);
             return 0;
         }}"
    );
    let found = states(&text, true);
    assert!(found <= 20, "{found} states");
}

/// A loop that a step goes through, and is behind it then, is no reason to try others.
#[test]
fn who_leaves_a_loop_goes_first() {
    let text = format!(
        "{HEAD} static int a[3];
         static void *work(void *argument) {{
             long me = (long)argument;
             int n = evercheck_choose(0, 1);
             for (int i = 0; i < 10; i++) a[me] += n;
             flag++;
             return 0;
         }}
         int main(void) {{
             unsigned long id[3];
             for (long i = 0; i < 3; i++) pthread_create(&id[i], 0, work, (void *)i);
             for (int i = 0; i < 3; i++) pthread_join(id[i], 0);
             return 0;
         }}"
    );
    let found = states(&text, true);
    assert!(found <= 120, "{found} states");
}

/// What others name and nobody can change is nothing that a thread depends on: of texts only what prints them is executed again.
#[test]
fn a_text_that_is_another_one_disturbs_nobody() {
    let text = format!(
        "{HEAD} extern int puts(const char *);
         static int a[2];
         static void *first(void *unused) {{ for (int i = 0; i < 3; i++) {{ a[0]++; flag++; }} return 0; }}
         static void *second(void *unused) {{ for (int i = 0; i < 3; i++) {{ a[1]++; flag++; }} return 0; }}
         int main(void) {{
             unsigned long one, two;
             pthread_create(&one, 0, first, 0);
             pthread_create(&two, 0, second, 0);
             pthread_join(two, 0);
             pthread_join(one, 0);
             if (a[0] == 4) puts(\"before\");
             return 0;
         }}"
    );
    let stats = revisions(&[&text, &text.replace("before", "after")], &alone());
    let executed = |mode| find(&stats[0], mode).executed;
    assert_eq!(executed(Mode::Delta), 0);
    assert!(executed(Mode::Off) > 10);
}

/// `ALONE=FIRST..LAST` takes these seeds.
#[test]
fn fuzz_threads_appear_and_vanish() {
    let (first, last) = match std::env::var("ALONE") {
        Ok(text) => {
            let (first, last) = text.split_once("..").expect("FIRST..LAST");
            (first.parse().expect("a number"), last.parse().expect("a number"))
        }
        Err(_) => (0, 60u64),
    };
    let seeds: Vec<u64> = (first..last).collect();
    common::for_each(&seeds, |&seed| {
        let mut random = Random::new(seed);
        let mut sketch = Sketch::new(&mut random);
        let mut texts = vec![sketch.print()];
        for _ in 0..5 {
            sketch.edit(&mut random);
            texts.push(sketch.print());
        }
        let is_keeping_going = random.one_in(2);
        let mut options = Options { is_keeping_going, ..alone() };
        if random.one_in(3) {
            options.properties = [Property::NoDataRace].into_iter().collect();
        }
        revisions(&texts.iter().map(String::as_str).collect::<Vec<_>>(), &options);
        Vec::new()
    });
}

/// Threads by their lines, two helpers, and which threads there are.
struct Sketch {
    threads: Vec<Vec<String>>,
    helpers: Vec<Vec<String>>,
    created: Vec<bool>,
    /// Whether the first thread may do its first line twice.
    is_looped: bool,
}

impl Sketch {
    fn new(random: &mut Random) -> Sketch {
        let lines =
            |random: &mut Random, most: usize| (0..1 + random.below(most)).map(|_| line(random)).collect();
        Sketch {
            helpers: (0..2).map(|_| vec![plain(random)]).collect(),
            threads: (0..3).map(|_| lines(random, 3)).collect(),
            created: (0..3).map(|index| index < 2 || random.one_in(2)).collect(),
            is_looped: random.one_in(3),
        }
    }

    fn edit(&mut self, random: &mut Random) {
        let thread = random.below(3);
        match random.below(6) {
            0 => self.created[thread] ^= true,
            4 => self.is_looped ^= true,
            1 => self.helpers[random.below(2)] = vec![plain(random)],
            2 if self.threads[thread].len() > 1 => _ = self.threads[thread].pop(),
            3 if self.threads[thread].len() < 4 => {
                let at = random.below(self.threads[thread].len() + 1);
                self.threads[thread].insert(at, line(random));
            }
            _ => {
                let at = random.below(self.threads[thread].len());
                self.threads[thread][at] = line(random);
            }
        }
    }

    fn print(&self) -> String {
        let mut out = format!("{HEAD} static int x0, x1, x2, a[3], *p = &x0;\n");
        for (index, lines) in self.helpers.iter().enumerate() {
            out += &format!("static void help{index}(long me) {{ {} }}\n", lines.concat());
        }
        out += "static void (*hook)(void) = (void (*)(void))help1;\n";
        for (index, lines) in self.threads.iter().enumerate() {
            out += &format!("static void *t{index}(void *argument) {{\n    long me = {index};\n");
            let looped = usize::from(self.is_looped && index == 0);
            for line in &lines[..looped] {
                let again = "while (left-- && evercheck_choose(0, 1));";
                out += &format!("    int left = 1;\n    do {{ {line} }} {again}\n");
            }
            lines[looped..].iter().for_each(|line| out += &format!("    {line}\n"));
            out += "    return 0;\n}\n";
        }
        out += "int main(void) {\n    unsigned long id[3];\n";
        let created = || (0..3).filter(|&index| self.created[index]);
        created().for_each(|i| out += &format!("    pthread_create(&id[{i}], 0, t{i}, 0);\n"));
        created().for_each(|i| out += &format!("    pthread_join(id[{i}], 0);\n"));
        out + "    if (x0 == 4) reach_error();\n    return 0;\n}\n"
    }
}

fn plain(random: &mut Random) -> String {
    let (x, n) = (random.below(3), random.below(3));
    match random.below(7) {
        0 | 1 => format!("x{x} = {n};"),
        2 => format!("x{x}++;"),
        3 => "a[me] = 7;".into(),
        4 => format!("*p = {n};"),
        5 => format!("a[{n}]++;"),
        _ => format!("flag = {n};"),
    }
}

fn line(random: &mut Random) -> String {
    let (x, n) = (random.below(3), random.below(3));
    match random.below(10) {
        0 => format!("if (x{x} == {n} + 1) reach_error();"),
        1 => format!("help{}(me);", n % 2),
        2 => format!("((void (*)(long))hook)({n});"),
        3 => format!("p = &x{x};"),
        4 => format!("me = {n}; a[me] = x{x};"),
        5 => "for (int i = 0; i < 2; i++) a[me] += evercheck_choose(0, 1);".into(),
        6 => "if (a[me] == 7) reach_error();".into(),
        _ => plain(random),
    }
}
