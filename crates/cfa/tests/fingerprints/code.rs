//! Changes to what a function does.

use crate::check;

const BASE: &str = r#"
extern int nondet(void);
extern void use(int);
int leaf(int a) { return a + 1; }
int other(unsigned b) { return b > 7; }
int middle(int a) { int v = leaf(a); use(v); return v - 2; }
int pick(int a) { switch (a) { case 1: return 10; case 2 ... 5: return 20; default: return 30; } }
int choose(int a) { int s; if (a) s = 1; else s = 2; return s; }
int cut(int a) { long spare; return (char)a; }
int where(int a) {
  if (a == 1) goto one;
  if (a == 2) goto two;
  if (a == 3) goto one;
  while (a > 5) a -= 2;
  goto two;
one: return 1;
two: return 2;
}
float scale(float f) { return f * 1.5f; }
int logic(int a, int b) { return a && b; }
int main(void) { return middle(nondet()) + other(1) + pick(2) + (int)scale(2) + logic(1, 2) + choose(1) + cut(2) + where(3); }
"#;

#[test]
fn operations() {
    check(
        BASE,
        &[
            ("a constant", &[("a + 1", "a + 2")], "leaf! middle~ main~"),
            ("a negative constant", &[("a + 1", "a + -1")], "leaf! middle~ main~"),
            ("an operator", &[("a + 1", "a - 1")], "leaf! middle~ main~"),
            ("operands swapped", &[("a + 1", "1 + a")], ""),
            ("operands that do not commute", &[("a + 1", "1 - a")], "leaf! middle~ main~"),
            ("a comparison", &[("b > 7", "b >= 7")], "other! main~"),
            ("a result's type", &[("int other(unsigned b)", "long other(unsigned b)")], "other! main!"),
            ("signedness", &[("other(unsigned b)", "other(int b)")], "other! main!"),
            (
                "a parameter's name",
                &[("other(unsigned b) { return b", "other(unsigned c) { return c")],
                "other! main~",
            ),
            ("a local's type", &[("int v = leaf", "long v = leaf")], "middle! main~"),
            ("a local's signedness", &[("int v = leaf", "unsigned v = leaf")], "middle! main~"),
            (
                "a local's name",
                &[("int v = leaf(a); use(v); return v", "int w = leaf(a); use(w); return w")],
                "middle! main~",
            ),
            ("a local in memory", &[("int v = leaf", "volatile int v = leaf")], "middle! main~"),
            ("a statement removed", &[(" use(v);", "")], "middle! main~"),
            ("a statement added", &[(" use(v);", " use(v); use(v);")], "middle! main~"),
            ("an argument", &[("use(v)", "use(a)")], "middle! main~"),
            ("another callee", &[("use(v)", "leaf(v)")], "middle! main~"),
            ("a case", &[("case 1:", "case 7:")], "pick! main~"),
            ("a condition negated", &[("if (a) s", "if (!a) s")], "choose! main~"),
            ("a cast", &[("(char)a", "(short)a")], "cut! main~"),
            ("a cast's signedness", &[("(char)a", "(unsigned char)a")], "cut! main~"),
            ("the type of an unused local", &[("long spare", "int spare")], ""),
            ("where a jump leads", &[("a == 3) goto one", "a == 3) goto two")], "where! main~"),
            ("where a loop leads", &[("a -= 2;\n  goto two", "a -= 2;\n  goto one")], "where! main~"),
            ("more parameters", &[("cut(int a)", "cut(int a, ...)")], "cut! main!"),
            ("the start of a range", &[("2 ... 5", "3 ... 5")], "pick! main~"),
            ("a range of cases", &[("2 ... 5", "2 ... 6")], "pick! main~"),
            ("where a case leads", &[("return 10;", "break;")], "pick! main~"),
            ("a floating constant", &[("1.5f", "1.25f")], "scale! main~"),
            ("a zero's sign", &[("f * 1.5f", "f * -0.0f")], "scale! main~"),
            ("precision", &[("1.5f", "1.5")], "scale! main~"),
            ("evaluation", &[("a && b", "a & b")], "logic! main~"),
            ("order of tests", &[("a && b", "b && a")], "logic! main~"),
            ("parameters swapped", &[("logic(int a, int b)", "logic(int b, int a)")], "logic! main~"),
        ],
    );
}

#[test]
fn macros_by_their_expansion() {
    let base = "int size(int a) { return a * (16); } int main(void) { return size(1); }";
    check(
        base,
        &[
            ("the same value", &[("(16)", "(0x10)")], ""),
            ("another value", &[("(16)", "(32)")], "size! main~"),
        ],
    );
}

#[test]
fn jumps_and_assembly() {
    let base = r#"
int jump(int a) {
  static void *const where[3] = { &&one, &&two, &&one };
  goto *where[a];
one: return 1;
two: return 2;
}
int port(int a) { __asm__ volatile ("outb %0" : : "r"(a) : "memory"); return a; }
int length(int n) { int v[n]; v[0] = n; return v[0]; }
int main(void) { return jump(1) + port(2) + length(3); }
"#;
    check(
        base,
        &[
            ("a label's name", &[("&&one, &&two, &&one", "&&first, &&two, &&first"), ("one:", "first:")], ""),
            ("the order of a table", &[("{ &&one, &&two", "{ &&two, &&one")], "jump! main~"),
            ("an entry of a table", &[("&&two, &&one", "&&two, &&two")], "jump! main~"),
            ("a template", &[("outb", "outw")], "port! main~"),
            ("a clobber", &[(" : \"memory\"", "")], "port! main~"),
            ("a length", &[("int v[n]", "int v[n + 1]")], "length! main~"),
        ],
    );
}
