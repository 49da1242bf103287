//! A program as C. Each assertion stands on a line of its own, with its number at the end.

use std::fmt::Write;

use super::*;

const HEAD: &str = "typedef union { char bytes[40]; long align; } mutex;
extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
extern int pthread_join(unsigned long, void **);
extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *), pthread_mutex_trylock(mutex *);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int evercheck_choose(int, int);
extern void *malloc(unsigned long);
extern void reach_error(void);
";

struct Printer {
    keeping: Keeping,
    functions: usize,
    /// Functions that were printed so far, before the one that is being printed.
    before: String,
}

/// The text of a program.
pub fn print(sketch: &Sketch) -> String {
    let mut out = String::from(HEAD);
    (0..GLOBALS).for_each(|i| _ = writeln!(out, "int g{i};"));
    let _ = writeln!(out, "int a[{ELEMENTS}];");
    (0..POINTERS).for_each(|i| _ = writeln!(out, "int *p{i};"));
    (0..MUTEXES).for_each(|i| _ = writeln!(out, "mutex m{i};"));
    if sketch.keeping == Keeping::ThreadLocal {
        let _ = writeln!(
            out,
            "_Thread_local int r[{REGISTERS}];\n_Thread_local int *q[{OWN_POINTERS}];\n_Thread_local long me;"
        );
    }
    let mut printer = Printer { keeping: sketch.keeping, functions: 0, before: String::new() };
    for (index, statements) in sketch.threads.iter().enumerate().rev() {
        let body = printer.block(statements, 1, index == 0);
        out.push_str(&std::mem::take(&mut printer.before));
        let head =
            if index == 0 { "int main(void)".into() } else { format!("void *t{index}(void *argument)") };
        let _ = writeln!(out, "{head} {{");
        let _ = writeln!(out, "    unsigned long id[{}];", sketch.threads.len());
        // Of two threads one takes its index as it is, the other from a register that is set once.
        let index = index % ELEMENTS;
        let _ = match (sketch.keeping, index % 2) {
            (Keeping::ThreadLocal, _) => writeln!(out, "    me = {index};"),
            (_, 0) => writeln!(out, "    long me = {index};"),
            _ => writeln!(out, "    long me = evercheck_choose({index}, {index});"),
        };
        match sketch.keeping {
            Keeping::Registers => {
                (0..REGISTERS).for_each(|i| _ = writeln!(out, "    int r{i} = 0;"));
                (0..OWN_POINTERS).for_each(|i| _ = writeln!(out, "    int *q{i} = 0;"));
            }
            Keeping::Array => {
                let _ = writeln!(out, "    int r[{REGISTERS}] = {{0}}, *q[{OWN_POINTERS}] = {{0}};");
            }
            Keeping::ThreadLocal => {}
        }
        if head.starts_with("void") {
            let _ = writeln!(out, "    {} = argument;", printer.own(0));
        }
        out.push_str(&body);
        out.push_str("    return 0;\n}\n");
    }
    out
}

impl Printer {
    fn register(&self, index: usize) -> String {
        if self.keeping == Keeping::Registers { format!("r{index}") } else { format!("r[{index}]") }
    }

    fn own(&self, index: usize) -> String {
        if self.keeping == Keeping::Registers { format!("q{index}") } else { format!("q[{index}]") }
    }

    fn element(&self, at: At) -> String {
        match at {
            At::Number(number) => format!("a[{number}]"),
            At::Own => "a[me]".into(),
            At::Register(r) => format!("a[({} & 3) % {ELEMENTS}]", self.register(r)),
        }
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Register(r) => self.register(r),
            Value::Sum(r, number) => format!("{} + {number}", self.register(r)),
            Value::Xor(r, number) => format!("({} ^ {number})", self.register(r)),
            Value::And(r, number) => format!("({} & {number})", self.register(r)),
        }
    }

    fn test(&self, test: Test) -> String {
        match test {
            Test::Equal(r, number) => format!("{} == {number}", self.register(r)),
            Test::Different(r, number) => format!("{} != {number}", self.register(r)),
            Test::Less(r, number) => format!("{} < {number}", self.register(r)),
        }
    }

    fn block(&mut self, statements: &[Statement], depth: usize, is_main: bool) -> String {
        statements.iter().map(|statement| self.statement(statement, depth, is_main)).collect()
    }

    fn statement(&mut self, statement: &Statement, depth: usize, is_main: bool) -> String {
        let tab = "    ".repeat(depth);
        let keeping = self.keeping;
        let mut inner = |statements: &[Statement]| self.block(statements, depth + 1, is_main);
        match statement {
            Statement::If(test, yes, no) => {
                let (yes, no) = (inner(yes), inner(no));
                let test = self.test(*test);
                return format!("{tab}if ({test}) {{\n{yes}{tab}}} else {{\n{no}{tab}}}\n");
            }
            Statement::Loop(count, body) => {
                let body = inner(body);
                return format!(
                    "{tab}for (int i{depth} = 0; i{depth} < {count}; i{depth}++) {{\n{body}{tab}}}\n"
                );
            }
            Statement::Forever(body) => {
                let body = inner(body);
                return format!("{tab}for (;;) {{\n{body}{tab}}}\n");
            }
            Statement::Section(mutex, body) => {
                let body = inner(body);
                return format!(
                    "{tab}pthread_mutex_lock(&m{mutex});\n{body}{tab}pthread_mutex_unlock(&m{mutex});\n"
                );
            }
            Statement::TrySection(mutex, body) => {
                let body = inner(body);
                return format!(
                    "{tab}if (pthread_mutex_trylock(&m{mutex}) == 0) {{\n{body}{tab}    pthread_mutex_unlock(&m{mutex});\n{tab}}}\n"
                );
            }
            Statement::Atomic(body) => {
                let body = inner(body);
                return format!("{tab}__VERIFIER_atomic_begin();\n{body}{tab}__VERIFIER_atomic_end();\n");
            }
            // Registers have no address.
            Statement::Call(body) | Statement::CallThrough(body) if keeping == Keeping::Registers => {
                let body = inner(body);
                return format!("{tab}{{\n{body}{tab}}}\n");
            }
            Statement::Call(body) | Statement::CallThrough(body) => {
                let is_cast = matches!(statement, Statement::CallThrough(_));
                let body = self.block(body, 1, is_main);
                self.functions += 1;
                let number = self.functions;
                let (parameters, arguments) = match self.keeping {
                    Keeping::Array => ("int *r, int **q, long me", "r, q, me"),
                    _ => ("void", ""),
                };
                let _ = writeln!(self.before, "static void f{number}({parameters}) {{\n{body}}}");
                if is_cast {
                    let _ = writeln!(
                        self.before,
                        "static long (*through{number})(char) = (long (*)(char))f{number};"
                    );
                    return format!("{tab}((void (*)({parameters}))through{number})({arguments});\n");
                }
                return format!("{tab}f{number}({arguments});\n");
            }
            _ => {}
        }
        let line = match *statement {
            Statement::Set(r, value) => format!("{} = {};", self.register(r), self.value(value)),
            Statement::Load(r, g) => format!("{} = g{g};", self.register(r)),
            Statement::Store(g, value) => format!("g{g} = {};", self.value(value)),
            Statement::Copy(to, from) => format!("g{to} = g{from};"),
            Statement::Increment(g) => format!("g{g}++;"),
            Statement::Exchange(r, g, value) => {
                format!("{} = __atomic_exchange_n(&g{g}, {}, 5);", self.register(r), self.value(value))
            }
            Statement::CompareExchange(r, g, old, new) => {
                format!("{} = __sync_bool_compare_and_swap(&g{g}, {old}, {new});", self.register(r))
            }
            Statement::FetchAdd(r, g, number) => {
                format!("{} = __atomic_fetch_add(&g{g}, {number}, 5);", self.register(r))
            }
            Statement::Choose(r, count) => {
                format!("{} = evercheck_choose(0, {});", self.register(r), count - 1)
            }
            Statement::Assert(number, test) => {
                format!("if (!({})) reach_error(); // assertion {number}", self.test(test))
            }
            Statement::New(q, value) => {
                let (own, value) = (self.own(q), self.value(value));
                format!("{own} = malloc(sizeof(int)); *{own} = {value};")
            }
            Statement::Publish(p, q) => format!("p{p} = {};", self.own(q)),
            Statement::Fetch(q, p) => format!("{} = p{p};", self.own(q)),
            Statement::Read(r, q) => format!("if ({0}) {1} = *{0};", self.own(q), self.register(r)),
            Statement::Write(q, value) => format!("if ({0}) *{0} = {1};", self.own(q), self.value(value)),
            Statement::LoadAt(r, at) => format!("{} = {};", self.register(r), self.element(at)),
            Statement::StoreAt(at, value) => format!("{} = {};", self.element(at), self.value(value)),
            Statement::Take(q, g) => format!("{} = &g{g};", self.own(q)),
            Statement::Join(thread) => format!("pthread_join(id[{thread}], 0);"),
            Statement::Create(thread) => {
                format!("pthread_create(&id[{thread}], 0, t{thread}, {});", self.own(0))
            }
            _ => unreachable!("blocks are above"),
        };
        format!("{tab}{line}\n")
    }
}
