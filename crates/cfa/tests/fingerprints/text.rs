//! What is no change: text that means the same, and declarations that nobody uses.

use crate::check;

const BASE: &str = r#"
struct pair { int first; int second; };
struct other { int a; };
enum { SIZE = 4 };
extern int nondet(void);
int limit = 3;
int total;
static int twice(int a) { return a * 2; }
static int unused(int a) { return a; }
int work(int n) {
  int sum = 0, i;
  for (i = 0; i < n; i++) {
    sum += twice(i) + limit;
    if (sum > 100) goto done;
  }
done:
  return sum;
}
int second(struct pair *p) { return p->second; }
int main(void) { struct pair p; p.second = work(SIZE); return second(&p); }
"#;

#[test]
fn text_that_means_the_same() {
    check(
        BASE,
        &[
            ("nothing", &[], ""),
            ("white space", &[("int sum = 0, i;", "int\tsum=0 ,\n\n i ;")], ""),
            ("comments", &[("sum += twice", "/* add */ sum += // more\n twice")], ""),
            ("lines shifted", &[("\nstruct pair {", "\n\n\n\n\nstruct pair {")], ""),
            ("line markers", &[("int limit", "# 700 \"elsewhere.h\" 1\nint limit")], ""),
            ("label renamed", &[("goto done", "goto out"), ("done:", "out:")], ""),
            ("redundant brackets", &[("a * 2", "((a) * (2))")], ""),
            ("braces", &[("goto done;", "{ goto done; }")], ""),
            ("an empty statement", &[("int sum = 0, i;", "int sum = 0, i; ;")], ""),
            ("a number in another base", &[("sum > 100", "sum > 0x64")], ""),
            ("a name for a number", &[("enum { SIZE = 4 };", ""), ("work(SIZE)", "work(4)")], ""),
            (
                "a typedef",
                &[("int second(struct pair *p)", "typedef struct pair p_t; int second(p_t *p)")],
                "",
            ),
            ("a prototype", &[("int limit", "int work(int); int limit")], ""),
        ],
    );
}

#[test]
fn order_of_declarations() {
    let work = &BASE[BASE.find("int work").unwrap()..BASE.find("int second(").unwrap()];
    let twice = "static int twice(int a) { return a * 2; }\n";
    let moved = BASE.replace(work, "").replace(twice, "").replace("extern", &format!("{twice}extern"));
    let moved = moved.replace("int main", &format!("{work}int main"));
    let moved = moved.replace("int limit = 3;\nint total;", "int total;\nint limit = 3;");
    let moved = moved.replace("struct other { int a; };\nenum", "enum");
    assert_eq!(crate::changes(&crate::fragments(BASE), &crate::fragments(&moved)), [""; 0]);
}

#[test]
fn declarations_that_nobody_uses() {
    check(
        BASE,
        &[
            ("a global", &[("int total;", "int total; int spare = 7; char *text = \"x\";")], ""),
            ("a type", &[("enum {", "struct third { long z; }; enum {")], ""),
            ("an unused global's value", &[("int total;", "int total = 5;")], ""),
            ("a function", &[("int work(", "int spare(void) { return 1; } int work(")], "+spare"),
            ("an unused function's body", &[("{ return a; }", "{ return a + 1; }")], "unused!"),
            ("a declared function", &[("extern int nondet(void);", "extern long nondet(int);")], ""),
            ("a field of another type", &[("{ int a; }", "{ int a; int b; }")], ""),
            ("an enumerator", &[("SIZE = 4", "ZERO, SIZE = 4")], ""),
            (
                "who is not reached takes an address",
                &[("{ return a; }", "{ int *p = &limit; return *p; }")],
                "unused!",
            ),
        ],
    );
}

const GENERATED: &str = r#"
struct __anonstruct_ldv_1616_9 { int low; int high; };
union __anonunion_ldv_77 { struct __anonstruct_ldv_1616_9 __annonCompField4; long whole; };
struct holder { union __anonunion_ldv_77 ldv_3000; int rest; };
extern int nondet(void);
int high(struct holder *h) { return h->ldv_3000.__annonCompField4.high; }
int main(void) {
  struct holder h; int tmp; int tmp___0; int tmp___3; int __cil_tmp5;
  tmp = nondet();
  goto ldv_20229;
  ldv_20228: tmp___0 = nondet(); tmp___3 = nondet(); tmp += tmp___0 - tmp___3;
  ldv_20229: ;
  if (tmp < 10) { goto ldv_20228; }
  __cil_tmp5 = high(&h);
  return __cil_tmp5;
}
"#;

#[test]
fn generated_names() {
    let tmp3 = &[
        ("int tmp___3", "int tmp___7"),
        ("tmp___3 = nondet", "tmp___7 = nondet"),
        ("- tmp___3", "- tmp___7"),
    ];
    let label = &[("goto ldv_20229", "goto ldv_4"), ("ldv_20229: ;", "ldv_4: ;")];
    let tag = &[
        ("struct __anonstruct_ldv_1616_9 { int", "struct __anonstruct_pair_2 { int"),
        ("{ struct __anonstruct_ldv_1616_9", "{ struct __anonstruct_pair_2"),
    ];
    let member = &[
        (
            "struct __anonstruct_ldv_1616_9 __annonCompField4",
            "struct __anonstruct_ldv_1616_9 __annonCompField9",
        ),
        ("ldv_3000.__annonCompField4", "ldv_3000.__annonCompField9"),
    ];
    let outer = &[
        ("union __anonunion_ldv_77 ldv_3000", "union __anonunion_ldv_77 ldv_1"),
        ("h->ldv_3000", "h->ldv_1"),
    ];
    let cil = &[
        ("int __cil_tmp5", "int __cil_tmp8"),
        ("__cil_tmp5 = high", "__cil_tmp8 = high"),
        ("return __cil_tmp5", "return __cil_tmp8"),
    ];
    check(
        GENERATED,
        &[
            ("a temporary", tmp3, ""),
            ("a label", label, ""),
            ("a tag", tag, ""),
            ("a member", member, ""),
            ("a member of a named struct", outer, ""),
            ("a temporary of CIL", cil, ""),
        ],
    );
}

#[test]
fn positions_told_to_the_kernel() {
    let base = r#"
extern void warn_slowpath_null(const char *, int);
int warn(int a) { if (a) warn_slowpath_null("a.h", 3); return a; }
int bug(int a) { __asm__ volatile ("ud2; .pushsection __bug_table" : : "i"("a.h"), "i"(4), "r"(a + 5)); return a; }
int main(void) { return warn(0) + bug(1); }
"#;
    check(
        base,
        &[
            ("of a warning", &[("\"a.h\", 3", "\"b.h\", 7")], ""),
            ("of a bug", &[("\"i\"(\"a.h\"), \"i\"(4)", "\"i\"(\"b.h\"), \"i\"(9)")], ""),
            ("a value", &[("a + 5", "a + 6")], "bug! main~"),
            ("constants for another assembly", &[("__bug_table", "__jump_table")], "bug! main~"),
        ],
    );
}

#[test]
fn positions_of_assertions() {
    let base = r#"
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int check(int a) { if (!(a > 0)) __assert_fail("a > 0", "one.c", 12, "check"); return a; }
int main(void) { return check(3); }
"#;
    check(
        base,
        &[
            ("the line", &[("12", "99")], ""),
            ("the file", &[("\"one.c\"", "\"sub/two.c\"")], ""),
            ("the text", &[("\"a > 0\"", "\"a > 1\"")], "check! main~"),
            ("a line that is computed", &[("12", "a")], "check! main~"),
            (
                "an assertion of one's own",
                &[(
                    "extern void __assert_fail(const char *, const char *, unsigned, const char *);",
                    "void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {}",
                )],
                "+__assert_fail check! main~",
            ),
        ],
    );
    let base = base.replace(
        "extern void __assert_fail(const char *, const char *, unsigned, const char *);",
        "int line; void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { line = c; }",
    );
    check(&base, &[("the line of one's own", &[("12", "99")], "check! main~")]);
}
