//! Edits to C programs: which locations keep their names, and whose elements change. Both directions count: a change
//! that is missed is unsound, one that is not there costs reuse.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use cfa::Program;
use cfa::program::{FunctionId, Location};
use change::{Element, FunctionOutline, LocationOutline, Names, Outline};

/// Name of the row; what is replaced by what; the lines that change. `+x`: locations of the line `x` that have new names;
/// `!x`: the name is known and the element is not; `-x`: the name is gone. All else must stay as it is.
type Row = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

const BASE: &str = "
int g = 1, h = 2;
extern int nondet(void);
extern void print(const char *, int);
int twice(int n) {
  int r;
  r = n + n;
  return r;
}
int work(int a, int b) {
  int s = 0;
  s = a;
  g = b;
  print(\"first\", s);
  for (int i = 0; i < 10; i++) {
    s = s + twice(i);
    if (s > 7)
      h = s;
    else
      h = g;
  }
  switch (a) {
  case 1:
    g = 5;
    break;
  case 2:
    g = 6;
    break;
  }
  print(\"last\", s);
  return s;
}
int main(void) {
  int x = nondet();
  x = work(x, 3);
  return x;
}
";

const ROWS: &[Row] = &[
    ("nothing", &[], &[]),
    ("white space and comments", &[("  g = b;\n", "\n\n /* why */  g\n =   b; // so\n")], &[]),
    (
        "a statement inserted at the start",
        &[("  int s = 0;", "  h = 9;\n  int s = 0;")],
        &["+h = 9;", "!int s = 0;"],
    ),
    ("a statement inserted in the middle", &[("  g = b;", "  h = 9;\n  g = b;")], &["+h = 9;", "!s = a;"]),
    (
        "a statement inserted before the end",
        &[("  return s;", "  h = 9;\n  return s;")],
        &["+h = 9;", "!print(\"last\", s);"],
    ),
    (
        "a statement inserted in the loop",
        &[("    s = s +", "    h = 9;\n    s = s +")],
        &["+h = 9;", "!for (int i = 0; i < 10; i++) {"],
    ),
    (
        "a statement deleted at the start",
        &[("  int s = 0;\n  s = a;", "  int s = a;")],
        &["-int s = 0;", "!int s = a;"],
    ),
    ("a variable not initialised", &[("  int s = 0;", "  int s;")], &["-int s = 0;", "!s = a;"]),
    ("a statement deleted in the middle", &[("  g = b;\n", "")], &["-g = b;", "!s = a;"]),
    (
        "a call deleted at the end",
        &[("  print(\"last\", s);\n", "")],
        &["-print(\"last\", s);", "!switch (a) {", "!g = 5;", "!g = 6;"],
    ),
    ("a constant changed", &[("s > 7", "s > 8")], &["!if (s > 8)"]),
    ("a constant changed at the entry", &[("int s = 0;", "int s = 1;")], &["!int s = 1;"]),
    ("a constant of a call changed", &[("work(x, 3)", "work(x, 4)")], &["!x = work(x, 4);"]),
    ("a literal changed", &[("\"first\"", "\"second\"")], &["!print(\"second\", s);"]),
    ("a statement changed", &[("    h = g;", "    h = a;")], &["!h = a;", "-h = g;"]),
    (
        "a function moved",
        &[
            ("int twice(int n) {\n  int r;\n  r = n + n;\n  return r;\n}\n", "int twice(int n);\n"),
            ("int main(void)", "int twice(int n) {\n  int r;\n  r = n + n;\n  return r;\n}\nint main(void)"),
        ],
        &[],
    ),
    ("a new object", &[("int g = 1", "static long z[4] = {1, 2}; int g = 1")], &[]),
    ("other initial values", &[("g = 1, h = 2", "g = 7, h")], &[]),
    (
        "a new function",
        &[("int main(void)", "void fresh(void) {\n  g = 100;\n}\nint main(void)")],
        &["+g = 100;", "+}"],
    ),
    ("a new local that nobody mentions", &[("  int s = 0;", "  int unused, s = 0;")], &[]),
    (
        "an address taken elsewhere",
        &[("int x = nondet();", "int x = nondet(), *p = &g; *p = 1;")],
        &["!int x = nondet(), *p = &g; *p = 1;", "+int x = nondet(), *p = &g; *p = 1;"],
    ),
    (
        "two statements swapped",
        &[("  s = a;\n  g = b;\n", "  g = b;\n  s = a;\n")],
        &["!int s = 0;", "!s = a;", "!g = b;"],
    ),
    (
        "a loop around statements",
        &[("  s = a;\n  g = b;\n", "  while (nondet()) {\n  s = a;\n  g = b;\n  }\n")],
        &["!int s = 0;", "!g = b;", "+while (nondet()) {"],
    ),
    ("a condition around a statement", &[("  g = b;\n", "  if (a)\n  g = b;\n")], &["!s = a;", "+if (a)"]),
    (
        "a case added",
        &[("  case 2:", "  case 7:\n    h = 70;\n    break;\n  case 2:")],
        &["!switch (a) {", "+h = 70;"],
    ),
    ("a function renamed", &[("int twice(int n)", "int double_(int n)"), ("twice(i)", "double_(i)")], &[]),
    (
        "a function renamed and changed",
        &[("int twice(int n)", "int double_(int n)"), ("twice(i)", "double_(i)"), ("n + n", "2 * n")],
        &["!r = 2 * n;"],
    ),
    ("a parameter renamed", &[("int n) {\n  int r;\n  r = n + n;", "int m) {\n  int r;\n  r = m + m;")], &[]),
    (
        "locals swapped",
        &[("  int s = 0;\n  s = a;\n  g = b;", "  int s = 0;\n  s = b;\n  g = a;")],
        &["!s = b;", "!g = a;"],
    ),
    (
        "an object renamed",
        &[
            ("int g = 1", "int w = 1"),
            ("  g = b;", "  w = b;"),
            ("h = g;", "h = w;"),
            ("g = 5", "w = 5"),
            ("g = 6", "w = 6"),
        ],
        &[],
    ),
    ("an object that is static", &[("int g = 1, h = 2;", "static int g = 1, h = 2;")], &[]),
    (
        "a parameter's type changed",
        &[("int twice(int n)", "int twice(long n)")],
        &["!r = n + n;", "!s = s + twice(i);"],
    ),
    (
        "a callee that is no more defined",
        &[("int twice(int n) {\n  int r;\n  r = n + n;\n  return r;\n}\n", "extern int twice(int n);\n")],
        &["-r = n + n;", "-return r;", "-}", "!s = s + twice(i);"],
    ),
];

#[test]
fn edits_change_what_they_touch() {
    let old = Side::new(BASE, None);
    let mut failures = String::new();
    for (name, edits, expected) in ROWS {
        let mut text = BASE.to_string();
        for (find, replace) in *edits {
            assert_eq!(text.matches(find).count(), 1, "{name}: {find:?} must occur once");
            text = text.replace(find, replace);
        }
        let new = Side::new(&text, Some(&old.names.outline(&old.program)));
        let expected: BTreeSet<String> = expected.iter().map(|it| it.to_string()).collect();
        let found = differences(&old, &new);
        if found != expected {
            failures += &format!("{name}: expected {expected:#?}, found {found:#?}\n");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// A program with its names.
struct Side {
    text: String,
    program: Program,
    names: Names,
}

impl Side {
    fn new(text: &str, base: Option<&Outline>) -> Side {
        let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let names = Names::of(&program, base);
        let side = Side { text: text.to_string(), program, names };
        side.check();
        side
    }

    /// What must hold of all names.
    fn check(&self) {
        let all: Vec<u64> = self.names.locations.iter().flatten().copied().collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "locations share a name");
        for labels in [&self.names.functions, &self.names.objects] {
            assert_eq!(labels.iter().collect::<HashSet<_>>().len(), labels.len(), "two share a label");
        }
        for locals in &self.names.locals {
            assert_eq!(locals.iter().collect::<HashSet<_>>().len(), locals.len(), "locals share a name");
        }
        for (index, function) in self.program.functions.iter().enumerate() {
            let count = function.body.as_ref().map_or(0, |body| body.locations());
            assert_eq!(self.names.locations[index].len(), count);
            assert_eq!(self.names.contents[index].len(), count);
            assert_eq!(
                self.names.locals[index].len(),
                function.body.as_ref().map_or(0, |body| body.locals.len())
            );
        }
        let outline = self.names.outline(&self.program);
        assert_eq!(Outline::decode(&outline.encode()), Some(outline));
    }

    /// Element and line of each location, by its name.
    fn locations(&self) -> HashMap<u64, (Element, String)> {
        let lines: Vec<&str> = self.text.lines().map(str::trim).collect();
        let mut found = HashMap::default();
        for (index, function) in self.program.functions.iter().enumerate() {
            for (at, &name) in self.names.locations[index].iter().enumerate() {
                let body = function.body.as_ref().unwrap();
                let edge = body.out(Location(at as u32)).first();
                let line = edge.map_or("}", |edge| lines[edge.pos.line as usize - 1]);
                found.insert(name, (self.names.contents[index][at], line.to_string()));
            }
        }
        found
    }
}

fn differences(old: &Side, new: &Side) -> BTreeSet<String> {
    let (before, after) = (old.locations(), new.locations());
    let gone =
        before.iter().filter(|(name, _)| !after.contains_key(name)).map(|(_, it)| format!("-{}", it.1));
    let kept = after.iter().filter_map(|(name, (element, line))| match before.get(name) {
        None => Some(format!("+{line}")),
        Some((known, _)) if known != element => Some(format!("!{line}")),
        Some(_) => None,
    });
    gone.chain(kept).collect()
}

/// Each pair of lines differs in one token; where one stands in the program for the other, an element differs.
#[test]
fn every_token_counts() {
    let rows = [
        "x = y + 1; | x = y - 1;",
        "x = y + 1; | x = y + 2;",
        "x = y + 1; | x = z + 1;",
        "x = y + 1; | y = y + 1;",
        "x = y + 1; | l = y + 1;",
        "x = y + z; | x = z + y;",
        "x = y / z; | x = y % z;",
        "x = y << 1; | x = y >> 1;",
        "x = u >> 1; | x = y >> 1;",
        "x = y < z; | x = y <= z;",
        "x = y == z; | x = y != z;",
        "x = y & z; | x = y | z;",
        "x = -y; | x = ~y;",
        "x = !y; | x = y;",
        "x = (char)y; | x = (short)y;",
        "x = (char)y; | x = (unsigned char)y;",
        "x = d + 1.0; | x = d + 1.5;",
        "x = d; | x = e;",
        "if (y) x = 1; | if (!y) x = 1;",
        "if (y) x = 1; else x = 2; | if (y) x = 1; else x = 3;",
        "while (y) y--; | do y--; while (y);",
        "y++; | y--;",
        "a[1] = 0; | a[2] = 0;",
        "a[y] = 0; | a[z] = 0;",
        "a[y] = 0; | b[y] = 0;",
        "q = &a[1]; | q = &b[1];",
        "*q = 1; | *r = 1;",
        "x = *q; | x = *r;",
        "x = q - r; | x = r - q;",
        "s.m = 1; | s.n = 1;",
        "p->m = 1; | p->n = 1;",
        "p->f = 1; | p->g = 1;",
        "s = t; | t = s;",
        "s = t; | s = *p;",
        "p = &s; | p = &t;",
        "f(1); | f(2);",
        "f(1); | k(1);",
        "x = f(1); | f(1);",
        "x = f(1); | y = f(1);",
        "fp(1); | fq(1);",
        "fp = f; | fp = k;",
        "ext(\"a\"); | ext(\"b\");",
        "ext(\"a\"); | ext(L\"a\");",
        "switch (y) { case 1: x = 1; } | switch (y) { case 2: x = 1; }",
        "switch (y) { case 1: x = 1; } | switch (y) { default: x = 1; }",
        "switch (y) { case 1: x = 1; case 2: z = 1; } | switch (y) { case 1: z = 1; case 2: x = 1; }",
        "return y; | return z;",
        "return y; | return;",
        "goto one; | goto two;",
        "ptr = &&one; | ptr = &&two;",
        "ptr = &&one; goto *ptr; | ptr = &&two; goto *ptr;",
        "v = 1; | x = 1;",
        "atomic = 1; | x = 1;",
        "__sync_fetch_and_add(&x, 1); | __sync_fetch_and_sub(&x, 1);",
        "__atomic_store_n(&x, 1, 0); | __atomic_store_n(&x, 1, 5);",
        "__atomic_exchange_n(&x, y, 5); | __atomic_exchange_n(&x, z, 5);",
        "__sync_synchronize(); | __atomic_thread_fence(2);",
        "__builtin_trap(); | __builtin_unreachable();",
        "x = __builtin_clz(y); | x = __builtin_ctz(y);",
        "x = __builtin_add_overflow(y, z, &w); | x = __builtin_sub_overflow(y, z, &w);",
        "asm volatile(\"nop\"); | asm volatile(\"hlt\");",
        "q = __builtin_alloca(4); | q = __builtin_alloca(8);",
        "int c[y]; ext(c); | int c[z]; ext(c);",
        "int c[2] = {1}; ext(c); | int c[3] = {1}; ext(c);",
        "long c = 1; ext(&c); | int c = 1; ext(&c);",
        "x = twice(y) - twice(z); | x = twice(z) - twice(y);",
    ];
    for row in rows {
        let (one, two) = row.split_once(" | ").unwrap();
        let text = |line: &str| {
            format!(
                "struct s {{ int m, n; int f : 3, g : 3; }}; struct s s, t;
                 int x, y, z, w, a[4], b[4]; unsigned u; long l; double d, e; volatile int v; _Atomic int atomic;
                 int f(int i) {{ return i; }} int k(int i) {{ return i; }} int twice(int i) {{ return 2 * i; }}
                 extern void ext(const void *);
                 void roles(void) {{
                   x = 1; y = 2; z = 3; w = 4; a[0] = 5; b[0] = 6; s.m = 7; t.m = 8; d = 9; e = 10;
                   ext(&x); ext(&y); ext(&z); ext(&w); ext(a); ext(b); ext(&s); ext(&t); ext(&d); ext(&e);
                   x = 11; y = 12; z = 13; w = 14; a[0] = 15; b[0] = 16; s.m = 17; t.m = 18; d = 19; e = 20;
                   ext(f); ext(k);
                 }}
                 int work(struct s *p, int *q, int *r, int (*fp)(int), int (*fq)(int)) {{
                   void *ptr; ext(&ptr); ext(&&one); ext(&&two);
                   {line}
                   one: x = 10;
                   two: x = 20;
                   return 0;
                 }}
                 int main(void) {{ roles(); return work(&s, a, b, f, k); }}"
            )
        };
        let old = Side::new(&text(one), None);
        let outline = old.names.outline(&old.program);
        let new = Side::new(&text(two), Some(&outline));
        let known: HashSet<Element> = elements(&old).into_iter().collect();
        let found: HashSet<Element> = elements(&new).into_iter().collect();
        assert!(!found.is_subset(&known), "the change goes unnoticed: {row}");
        assert!(!known.is_subset(&found), "the change goes unnoticed, seen from the other side: {row}");
        assert_eq!(elements(&Side::new(&text(one), Some(&outline))), elements(&old), "{row}");
    }
}

/// Whoever asks how large it is has to tell that himself.
#[test]
fn how_large_structs_and_arrays_are_does_not_count() {
    let rows = [
        ("char c[4]; ext(c);", "int c[1]; ext(c);"),
        ("struct s s; ext(&s);", "struct t s; ext(&s);"),
        ("static struct s s; ext(&s.a);", "static struct t s; ext(&s.a);"),
        ("ext(&nest.s);", "ext(&nest.t);"),
    ];
    for (one, two) in rows {
        let text = |line: &str| {
            format!(
                "struct s {{ int a; }}; struct t {{ int a; long b; }}; static union {{ struct s s; struct t t; }} nest;
                 extern void ext(const void *); int main(void) {{ {line} return 0; }}"
            )
        };
        let old = Side::new(&text(one), None);
        let new = Side::new(&text(two), Some(&old.names.outline(&old.program)));
        assert_eq!(elements(&old), elements(&new), "{one} {two}");
        let reports = [&old, &new].map(|side| cfa::fingerprint::fragment_report(&side.program));
        let [old, new] = reports.map(|report| report.iter().map(|it| it.local).collect::<Vec<_>>());
        assert_ne!(old, new, "{one} {two}");
    }
}

fn elements(side: &Side) -> Vec<Element> {
    side.names.contents.iter().flatten().copied().collect()
}

/// The data model is part of what operations mean.
#[test]
fn elements_of_different_data_models_differ() {
    let folder = std::env::temp_dir().join(format!("evercheck-change-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("model.i");
    std::fs::write(&file, "int *p; int main(void) { *p = 1; return 0; }").unwrap();
    let [lp64, ilp32] = [cfa::DataModel::Lp64, cfa::DataModel::Ilp32].map(|data_model| {
        let options = cfa::Options { data_model, ..cfa::Options::default() };
        let program = cfa::load(std::slice::from_ref(&file), &options).unwrap().program;
        Names::of(&program, None).contents
    });
    std::fs::remove_dir_all(folder).unwrap();
    assert!(lp64.iter().flatten().all(|element| !ilp32.iter().flatten().any(|it| it == element)));
}

/// Whose name means something has nothing in common with one that has the same body.
#[test]
fn a_spelling_that_means_something_is_in_all_elements() {
    let text = |name: &str| {
        format!(
            "int g; void {name}(int n) {{ g = n; if (g) g = 2; }} int main(void) {{ {name}(1); return 0; }}"
        )
    };
    let elements = |side: &Side, name: &str| {
        let at = side.program.functions.iter().position(|it| it.name == name).unwrap();
        side.names.contents[at].iter().copied().collect::<HashSet<Element>>()
    };
    let names = ["step", "__VERIFIER_atomic_step", "abs", "__VERIFIER_atomic_other", "walk"];
    for one in names {
        for other in names.into_iter().filter(|&other| other != one) {
            let old = Side::new(&text(one), None);
            let new = Side::new(&text(other), Some(&old.names.outline(&old.program)));
            let (before, after) = (elements(&old, one), elements(&new, other));
            let is_own = |name: &str| ["step", "walk"].contains(&name);
            assert_eq!(before == after, is_own(one) && is_own(other), "{one} {other}");
            assert_eq!(before.is_disjoint(&after), !(is_own(one) && is_own(other)), "{one} {other}");
            let caller = elements(&old, "main") == elements(&new, "main");
            assert_eq!(caller, is_own(one) && is_own(other), "{one} {other}");
        }
    }
}

/// What a damaged outline says costs reuse; names stay unique.
#[test]
fn an_outline_that_lies_breaks_nothing() {
    let old = Side::new(BASE, None);
    let outline = old.names.outline(&old.program);
    let mut same_names = outline.clone();
    same_names.functions.iter_mut().flat_map(|it| &mut it.locations).for_each(|it| it.name = 1);
    let mut foreign = outline.clone();
    foreign
        .functions
        .iter_mut()
        .flat_map(|it| &mut it.locations)
        .for_each(|it| (it.content, it.shape) = (1, 1));
    let mut same_labels = outline.clone();
    same_labels.objects.iter_mut().for_each(|it| it.1 = 1);
    for function in &mut same_labels.functions {
        function.label = 1;
        function.locals.iter_mut().for_each(|it| it.1 = 1);
        function.parameters.iter_mut().for_each(|it| *it = 1);
        function.locations.iter_mut().for_each(|it| it.mentions.iter_mut().for_each(|it| *it = 1));
    }
    let mut twice = outline.clone();
    twice.functions.extend(outline.functions.clone());
    let mut no_edges = outline.clone();
    no_edges.functions.iter_mut().flat_map(|it| &mut it.locations).for_each(|it| it.to.clear());
    for lie in [same_names, same_labels, foreign, twice, no_edges, Outline::default()] {
        let new = Side::new(BASE, Some(&lie));
        assert_eq!(new.names.locations.concat().len(), old.names.locations.concat().len());
    }
}

#[test]
fn a_fresh_name_is_nobody_s_not_even_of_what_is_gone() {
    let old = Side::new("int x; int main(void) { x = 1; return 0; }", None);
    let text = "int x; int main(void) { x = 1; x = 2; return 0; }";
    let mut outline = old.names.outline(&old.program);
    let known: HashSet<u64> = old.names.locations.concat().into_iter().collect();
    let fresh =
        |side: &Side| side.names.locations.concat().into_iter().find(|it| !known.contains(it)).unwrap();
    let name = fresh(&Side::new(text, Some(&outline)));
    let gone = LocationOutline { name, content: 0, shape: 0, mentions: Vec::new(), to: Vec::new() };
    outline.functions.push(FunctionOutline {
        name: "zero".into(),
        label: 0,
        parameters: Vec::new(),
        locals: Vec::new(),
        locations: vec![gone],
    });
    assert_ne!(fresh(&Side::new(text, Some(&outline))), name);
}

/// Random edits: names stay unique, nothing depends on chance, what was not touched keeps its names, and going back
/// gives the old elements back.
#[test]
fn fuzz_edits() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (first, seconds) = (number("FUZZ_SEED").unwrap_or(1), number("FUZZ_SECONDS").unwrap_or(1));
    let end = Instant::now() + Duration::from_secs(seconds);
    for seed in (first..).take_while(|_| Instant::now() < end) {
        let mut random = Random(seed);
        let old: Vec<Vec<String>> = (0..3).map(|_| statements(&mut random)).collect();
        let mut new = old.clone();
        let edited = random.below(3) as usize;
        for _ in 0..1 + random.below(4) {
            edit(&mut new[edited], &mut random);
        }
        let before = Side::new(&program(&old), None);
        let base = before.names.outline(&before.program);
        let after = Side::new(&program(&new), Some(&base));
        assert_eq!(elements(&after), elements(&Side::new(&program(&new), Some(&base))), "seed {seed}");
        for (index, function) in after.program.functions.iter().enumerate() {
            let is_edited = function.name == format!("f{edited}");
            let same = before.program.functions.iter().position(|it| it.name == function.name).unwrap();
            let is_kept = before.names.contents[same] == after.names.contents[index];
            assert!(is_kept || is_edited, "seed {seed}: {}\n{}", function.name, program(&new));
        }
        // At most the edits, their neighbours and what surrounds them lose their names.
        let known: HashSet<u64> = before.names.locations.iter().flatten().copied().collect();
        let fresh = after.names.locations.iter().flatten().filter(|it| !known.contains(it)).count();
        let id = after.program.functions.iter().position(|it| it.name == format!("f{edited}")).unwrap();
        let grown = after.names.locations[id].len().saturating_sub(before.names.locations[id].len());
        assert!(fresh >= grown, "seed {seed}");
        assert!(fresh <= 30, "seed {seed}: {fresh} fresh names\n{}\n{}", program(&old), program(&new));
        let again = Side::new(&program(&old), Some(&after.names.outline(&after.program)));
        let (first, again) = (by_function(&before), by_function(&again));
        for (name, elements) in first {
            assert!(name == format!("f{edited}") || again[&name] == elements, "seed {seed}: {name}");
        }
    }
}

fn by_function(side: &Side) -> BTreeMap<String, Vec<Element>> {
    let ids = (0..side.program.functions.len() as u32).map(FunctionId);
    ids.map(|id| (side.program.function(id).name.clone(), side.names.contents[id.index()].clone())).collect()
}

fn program(functions: &[Vec<String>]) -> String {
    let mut text = "int a, b, c, d; extern int nondet(void);\n".to_string();
    for (index, statements) in functions.iter().enumerate() {
        text += &format!("int f{index}(int n) {{\nint i = 0;\n{}\nreturn i;\n}}\n", statements.join("\n"));
    }
    text + "int main(void) { return f0(1) + f1(2) + f2(3); }\n"
}

fn statements(random: &mut Random) -> Vec<String> {
    (0..3 + random.below(20)).map(|_| statement(random)).collect()
}

fn statement(random: &mut Random) -> String {
    let variable = |random: &mut Random| ["a", "b", "c", "d", "i", "n"][random.below(6) as usize];
    let (x, y, number) = (variable(random), variable(random), random.below(4));
    match random.below(7) {
        0 => format!("{x} = {number};"),
        1 => format!("{x} = {y} + {number};"),
        2 => format!("if ({x} < {number}) {y} = {number};"),
        3 => format!("while ({x} > {number}) {{ {x} = {x} - 1; if ({y}) break; }}"),
        4 => format!("{x} = nondet();"),
        5 => format!("if ({x}) {{ {y}++; }} else {{ {y}--; }}"),
        _ => format!(
            "switch ({x}) {{ case 0: {y} = 1; case {}: {y} = 2; break; default: {x}++; }}",
            number + 1
        ),
    }
}

fn edit(statements: &mut Vec<String>, random: &mut Random) {
    let at = random.below(statements.len() as u64) as usize;
    match random.below(4) {
        0 => statements.insert(at, statement(random)),
        1 if statements.len() > 1 => drop(statements.remove(at)),
        2 => {
            let other = random.below(statements.len() as u64) as usize;
            statements.swap(at, other);
        }
        _ => statements[at] = statement(random),
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}
