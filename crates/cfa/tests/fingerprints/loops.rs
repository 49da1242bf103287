//! Changes in and around loops. A loop is a fragment of its own: what it does changes its own local fingerprint and
//! the global ones of all that hold it. In its parent only where it is left to, and which temporaries it
//! shares, are local.

use crate::check;

const BASE: &str = r#"
extern int nondet(void);
int leaf(int a) { return a + 1; }
int nested(int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += 3;
    while (m > i) { s += leaf(m); m--; }
    if (s > 50) break;
  }
  for (int j = 0; j < 7; j++) s ^= j;
  return s;
}
int jumps(int n) {
  int k = 0;
again:
  k += n;
  if (k < 90) goto again;
  return k;
}
int middle(int n) {
  if (n > 4) goto inside;
  while (n < 20) {
    n += 2;
inside:
    n += 3;
  }
  return n;
}
int two_ways(int n) {
  if (n == 1) goto first;
  if (n == 2) goto second;
  if (n == 3) goto first;
  while (n < 20) {
    n += 12;
first:
    n += 13;
second:
    n += 14;
  }
  return n;
}
extern void use(int *);
int window(int n) {
  int v[4], t = 0;
  v[0] = nondet();
  while (n--) t += v[n & 3];
  return t;
}
int main(void) { return two_ways(1) + window(2) + nested(1, 2) + jumps(3) + middle(4); }
"#;

#[test]
fn in_and_around_loops() {
    check(
        BASE,
        &[
            ("before", &[("int s = 0;", "int s = 1;")], "nested! main~"),
            ("after", &[("return s;", "return s + 1;")], "nested! main~"),
            ("in the outer", &[("s += 3", "s += 4")], "nested/loop1! nested~ main~"),
            ("in the inner", &[("m--", "m -= 2")], "nested/loop1.1! nested/loop1~ nested~ main~"),
            ("in the second", &[("s ^= j", "s |= j")], "nested/loop2! nested~ main~"),
            ("a condition", &[("j < 7", "j < 8")], "nested/loop2! nested~ main~"),
            (
                "a callee of the inner",
                &[("a + 1", "a + 2")],
                "leaf! nested/loop1.1~ nested/loop1~ nested~ main~",
            ),
            (
                "an exit more",
                &[("m--;", "m--; if (m == 3) return 1;")],
                "nested/loop1.1! nested/loop1! nested! main~",
            ),
            ("an address taken outside", &[("v[0] = nondet();", "use(v);")], "window! window/loop1! main~"),
            ("an exit less", &[("if (s > 50) break;", "")], "nested/loop1! nested~ main~"),
            (
                "one in front",
                &[("int s = 0;", "int s = 0; while (nondet());")],
                "+nested/loop3 nested/loop1! -nested/loop1.1 +nested/loop2.1 nested/loop2! nested! main~",
            ),
            ("a loop gone", &[("for (int j = 0; j < 7; j++) s ^= j;", "")], "-nested/loop2 nested! main~"),
        ],
    );
}

#[test]
fn loops_by_goto() {
    check(
        BASE,
        &[
            ("in it", &[("k += n", "k -= n")], "jumps/loop1! jumps~ main~"),
            ("outside", &[("int k = 0", "int k = 5")], "jumps! main~"),
            ("where it is entered in the middle", &[("n += 3", "n += 4")], "middle/loop1! middle~ main~"),
            ("before that", &[("n > 4", "n > 5")], "middle! main~"),
            (
                "by which side it is entered",
                &[("n == 3) goto first", "n == 3) goto second")],
                "two_ways! main~",
            ),
            (
                "entered elsewhere in the middle",
                &[
                    ("n == 1) goto first", "n == 1) goto second"),
                    ("n == 2) goto second", "n == 2) goto first"),
                ],
                "two_ways! two_ways/loop1! main~",
            ),
            (
                "no longer entered in the middle",
                &[("if (n > 4) goto inside;", "")],
                "middle/loop1! middle! main~",
            ),
            (
                "by a loop statement",
                &[("again:\n  k += n;\n  if (k < 90) goto again;", "do k += n; while (k < 90);")],
                "",
            ),
        ],
    );
}

#[test]
fn same_content_same_fingerprint() {
    let one = crate::fragments("int f(int n) { while (n > 3) n--; return n; }");
    let two = crate::fragments("int g(int n) { while (n > 3) n--; return n; }");
    assert_eq!(one["f"], two["g"]);
    assert_eq!(one["f/loop1"], two["g/loop1"]);
}
