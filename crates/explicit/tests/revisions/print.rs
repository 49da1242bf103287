//! A sketch as C.

use std::fmt::Write;

use super::*;

const HEAD: &str = "typedef union { char bytes[40]; long align; } mutex;
typedef __builtin_va_list va_list;
extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
extern int pthread_join(unsigned long, void **);
extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *), pthread_mutex_trylock(mutex *);
extern int pthread_once(int *, void (*)(void));
extern int pthread_key_create(unsigned *, void (*)(void *)), pthread_setspecific(unsigned, const void *);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern int evercheck_choose(int, int);
extern void *malloc(unsigned long), free(void *), *memset(void *, int, unsigned long);
extern void *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern int abs(int), isdigit(int);
extern int atexit(void (*)(void));
extern void exit(int), abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void reach_error(void);
int sink;
";

/// Functions of the library that a program may have itself, and what they are then.
pub const OWN: [(&str, &str); 2] = [
    ("abs", "int abs(int n) { return n == 1 ? 2 : n; }"),
    ("free", "void free(void *at) { sink = at != 0; }"),
];

pub struct Printer<'a> {
    pub sketch: &'a Sketch,
    function: &'a Function,
    out: String,
    indent: usize,
}

/// The text of a program.
pub fn print(sketch: &Sketch) -> String {
    let mut out = String::from(HEAD);
    out.push_str(&sketch.view.print("view"));
    out.push_str(&sketch.pair.print("pair"));
    out.push_str(&sketch.cell.print("cell"));
    out.push_str("struct pair spare;\n");
    for function in &sketch.functions {
        let _ = writeln!(out, "{};", head(function, false));
    }
    // What others refer to comes first.
    let is_late = |global: &Global| matches!(global.content, Content::Pointer { .. });
    let early = sketch.globals.iter().filter(|global| !is_late(global));
    for global in early.chain(sketch.globals.iter().filter(|global| is_late(global))) {
        out.push_str(&declaration(sketch, global));
    }
    for (_, text) in OWN.iter().filter(|own| sketch.own.contains(&own.0)) {
        let _ = writeln!(out, "{text}");
    }
    for function in sketch.functions.iter().filter(|function| function.is_defined) {
        if sketch.spacing & 1 != 0 {
            let _ = writeln!(out, "\n/* {} */\n", sketch.spacing);
        }
        let mut printer = Printer { sketch, function, out: String::new(), indent: 1 };
        printer.body();
        let _ = write!(out, "{} {{\n{}}}\n", head(function, true), printer.out);
    }
    out
}

fn declaration(sketch: &Sketch, global: &Global) -> String {
    let Global { name, .. } = global;
    let storage = if global.is_static { "static " } else { "" };
    let thread = if global.is_thread_local { "_Thread_local " } else { "" };
    let function = |id: Id, is_it: fn(Signature) -> bool| {
        let function = sketch.function(id).filter(|it| is_it(it.signature));
        function.map_or("0", |it| it.name.as_str())
    };
    match &global.content {
        Content::Number { ty, init } => format!("{storage}{thread}{ty} {name} = {init};\n"),
        Content::Array { init, length, is_constant } => {
            let constant = if *is_constant { "const " } else { "" };
            let values: Vec<String> = init.iter().take(*length).map(i32::to_string).collect();
            format!("{storage}{thread}{constant}int {name}[{length}] = {{{}}};\n", values.join(", "))
        }
        Content::Pair { init } => {
            let [a, b] = ["a", "b"].map(|role| sketch.pair.named(role));
            let init = format!("{{.{a} = {}, .{b} = {}}}", init[0], init[1]);
            format!("{storage}{thread}struct pair {name} = {init};\n")
        }
        Content::Pointer { to, at } => {
            format!("{storage}int *{name} = {};\n", address(sketch, *to, *at))
        }
        Content::Heap => format!("{storage}struct pair *{name};\n"),
        Content::List => format!("{storage}struct cell *{name};\n"),
        Content::Table { functions, is_constant } => {
            let constant = if *is_constant { "const " } else { "" };
            let names: Vec<&str> = functions
                .iter()
                .map(|&id| if id == 0 { "abs" } else { function(id, |it| it == Signature::Plain) })
                .collect();
            format!("{storage}int (*{constant}{name}[{}])(int) = {{{}}};\n", names.len(), names.join(", "))
        }
        Content::Start { function: id } => {
            format!("{storage}void *(*{name})(void *) = {};\n", function(*id, |it| it == Signature::Thread))
        }
        Content::Source { is_number } => {
            let (ty, kind) = if *is_number { ("int", "int") } else { ("_Bool", "bool") };
            format!("{storage}{ty} (*{name})(void) = __VERIFIER_nondet_{kind};\n")
        }
        Content::Mutex => format!("{storage}mutex {name};\n"),
        Content::Once => format!("{storage}int {name};\n"),
        Content::Key => format!("{storage}unsigned {name};\n"),
    }
}

/// The address of a number, or nothing.
fn address(sketch: &Sketch, id: Id, at: usize) -> String {
    match sketch.global(id).map(|global| (global, &global.content)) {
        Some((global, _)) if global.is_thread_local => "&sink".into(),
        Some((global, Content::Number { ty: "int", .. })) => format!("&{}", global.name),
        Some((global, Content::Array { length, is_constant: false, .. })) => {
            format!("&{}[{}]", global.name, at % length)
        }
        Some((global, Content::Array { length, is_constant: true, .. })) => {
            format!("(int *)&{}[{}]", global.name, at % length)
        }
        Some((global, Content::Pair { .. })) => format!("(int *)&{}.{}", global.name, sketch.pair.named("b")),
        _ => "&sink".into(),
    }
}

fn head(function: &Function, is_definition: bool) -> String {
    let Function { name, signature, parameter: n, is_static, is_defined, attribute, .. } = function;
    let storage = if *is_static && *is_defined { "static " } else { "" };
    let attribute = match (attribute, signature) {
        (Some(attribute), Signature::Nothing) if !is_definition => format!("__attribute__(({attribute})) "),
        _ => String::new(),
    };
    let rest = match signature {
        Signature::Plain => format!("int {name}(int {n})"),
        Signature::Two => format!("int {name}(int {n}, int {n}2)"),
        Signature::Pointer => format!("int {name}(int *p, int {n})"),
        Signature::Higher => format!("int {name}(int (*f)(int), int {n})"),
        Signature::Pair => format!("struct pair {name}(int {n})"),
        Signature::Nothing => format!("void {name}(void)"),
        Signature::Variadic => format!("int {name}(int {n}, ...)"),
        Signature::Compare => format!("int {name}(const void *a, const void *b)"),
        Signature::Thread => format!("void *{name}(void *argument)"),
        Signature::Ending => format!("void {name}(void *argument)"),
        Signature::Main => format!("int {name}(void)"),
    };
    format!("{attribute}{storage}{rest}")
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let indent = if self.sketch.spacing & 2 != 0 { 1 } else { 4 };
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * indent);
        if self.sketch.spacing & 4 != 0 {
            self.out.push('\n');
        }
    }

    fn body(&mut self) {
        if self.function.signature == Signature::Main {
            self.line("unsigned long id[3] = {0};");
        }
        if self.function.is_taken {
            match self.function.signature {
                Signature::Thread | Signature::Ending => self.line("void **taken = &argument;"),
                Signature::Nothing | Signature::Main | Signature::Compare => {}
                _ => {
                    let text = format!("int *taken = &{};", self.function.parameter);
                    self.line(&text);
                }
            }
        }
        if self.function.signature == Signature::Variadic {
            let n = &self.function.parameter;
            let text = format!(
                "int rest = 0; {{ va_list list; __builtin_va_start(list, {n}); rest = __builtin_va_arg(list, int); __builtin_va_end(list); }}"
            );
            self.line(&text);
        }
        if self.function.signature == Signature::Pair {
            self.line("struct pair result = {0};");
        }
        // The parameter may be assigned to, and the function is not to call itself for ever.
        let mut is_recursive = false;
        visit_blocks(&mut self.function.body.clone(), &mut |block| {
            is_recursive |= block.iter().any(|it| matches!(it, Statement::Recur(_)));
        });
        if is_recursive && self.function.signature == Signature::Plain {
            let text = format!("int given = {};", self.function.parameter);
            self.line(&text);
        }
        for Local { name, ty, init, storage, .. } in &self.function.locals {
            let text = match storage {
                Storage::Register => format!("{ty} {name} = {init};"),
                Storage::Bare => format!("{ty} {name};"),
                Storage::Static => format!("static {ty} {name} = {init};"),
                Storage::Memory => format!("int {name} = {init}; int *{name}_at = &{name};"),
            };
            self.line(&text);
        }
        self.block(&self.function.body);
        let [a, b] = ["a", "b"].map(|role| self.sketch.pair.named(role));
        let last = match self.function.signature {
            Signature::Pair => &format!("result.{b} = result.{a} + 1; return result;"),
            Signature::Nothing | Signature::Ending => return,
            Signature::Compare => "return *(const int *)a - *(const int *)b;",
            _ => "return 0;",
        };
        self.line(last);
    }

    fn block(&mut self, block: &Block) {
        self.indent += 1;
        block.iter().for_each(|statement| self.statement(statement));
        self.indent -= 1;
    }

    fn within(&mut self, head: &str, block: &Block, tail: &str) {
        self.line(head);
        self.block(block);
        self.line(tail);
    }

    pub fn named(&self, id: Id, is_it: impl Fn(&Content) -> bool) -> Option<&str> {
        let global = self.sketch.global(id).filter(|global| is_it(&global.content));
        global.map(|global| global.name.as_str())
    }

    /// A lock of its own, or one in a struct.
    fn mutex(&self, id: Id) -> Option<String> {
        match self.sketch.global(id).map(|it| (&it.name, &it.content))? {
            (name, Content::Mutex) => Some(name.clone()),
            (name, Content::Pair { .. }) => self.sketch.pair.lock().map(|lock| format!("{name}.{lock}")),
            _ => None,
        }
    }

    fn list(&self, id: Id) -> Option<&str> {
        self.named(id, |it| matches!(it, Content::List))
    }

    fn local(&self, id: Id) -> Option<&Local> {
        self.function.locals.iter().find(|local| local.id == id)
    }

    fn called(&self, id: Id, signature: Signature) -> Option<&str> {
        self.sketch.function(id).filter(|it| it.signature == signature).map(|it| it.name.as_str())
    }

    fn statement(&mut self, statement: &Statement) {
        use Statement::*;
        let text = match statement {
            Set(place, value) => format!("{} = {};", self.place(place), self.expr(value)),
            Change(op, place, value) => format!("{} {op}= {};", self.place(place), self.expr(value)),
            Do(value) => format!("{};", self.expr(value)),
            If(test, yes, no) => {
                let head = format!("if ({}) {{", self.expr(test));
                if no.is_empty() {
                    return self.within(&head, yes, "}");
                }
                self.line(&head);
                self.block(yes);
                return self.within("} else {", no, "}");
            }
            For(id, count, block) => {
                let head = format!("for (int i{id} = 0; i{id} < {count}; i{id}++) {{");
                return self.within(&head, block, "}");
            }
            Switch(value, cases) => {
                let head = format!("switch ({}) {{", self.expr(value));
                self.line(&head);
                let mut taken = Vec::new();
                for (number, block, is_left) in cases {
                    if taken.contains(number) {
                        continue;
                    }
                    taken.push(*number);
                    let label = if *number < 0 { "default: {".into() } else { format!("case {number}: {{") };
                    self.within(&label, block, if *is_left { "} break;" } else { "}" });
                }
                "}".into()
            }
            Skip(id, test, block) => {
                let head = format!("if ({}) goto over{id}; {{", self.expr(test));
                return self.within(&head, block, &format!("}} over{id}: ;"));
            }
            Again(id, count, block) => {
                let head = format!("{{ int r{id} = 0; again{id}: {{");
                return self.within(&head, block, &format!("}} if (++r{id} < {count}) goto again{id}; }}"));
            }
            Computed(id, value, first, second) => {
                let value = self.expr(value);
                let head = format!(
                    "{{ void *to{id}[2] = {{&&x{id}, &&y{id}}}; goto *to{id}[({value}) & 1]; x{id}: {{"
                );
                self.within(&head, first, &format!("}} y{id}: {{"));
                self.block(second);
                "} }".into()
            }
            Lock(id, block) => {
                let Some(mutex) = self.mutex(*id) else { return self.block(block) };
                let head = format!("pthread_mutex_lock(&{mutex}); {{");
                return self.within(&head, block, &format!("}} pthread_mutex_unlock(&{mutex});"));
            }
            TryLock(id, block) => {
                let Some(mutex) = self.mutex(*id) else { return self.block(block) };
                let head = format!("if (pthread_mutex_trylock(&{mutex}) == 0) {{");
                return self.within(&head, block, &format!("pthread_mutex_unlock(&{mutex}); }}"));
            }
            Atomic(block) => {
                return self.within("__VERIFIER_atomic_begin(); {", block, "} __VERIFIER_atomic_end();");
            }
            Assert(value) => {
                format!("if (!({})) __assert_fail(\"it\", \"a.c\", 1, \"f\");", self.expr(value))
            }
            Error(value) => format!("if ({}) reach_error();", self.expr(value)),
            Assume(value) => format!("__VERIFIER_assume({});", self.expr(value)),
            Input(id, ty, place, bound) => {
                let (place, place_of) = (
                    self.place(place),
                    match *ty {
                        "bool" => "_Bool",
                        "int" => "int",
                        _ => "unsigned char",
                    },
                );
                format!(
                    "{{ {place_of} v{id} = __VERIFIER_nondet_{ty}(); __VERIFIER_assume(v{id} >= 0 && v{id} < {bound}); {place} = v{id}; }}"
                )
            }
            Push(list, value) => match self.list(*list) {
                Some(list) => format!(
                    "{{ struct cell *c = malloc(sizeof *c); c->{} = {}; c->{next} = {list}; {list} = c; }}",
                    self.sketch.cell.named("value"),
                    self.expr(value),
                    next = self.sketch.cell.named("next")
                ),
                None => ";".into(),
            },
            Pop(list) => match self.list(*list) {
                Some(list) => {
                    let next = self.sketch.cell.named("next");
                    format!("if ({list}) {{ struct cell *c = {list}; {list} = c->{next}; free(c); }}")
                }
                None => ";".into(),
            },
            Free(list) => self.list(*list).map_or(";".into(), |list| format!("free({list});")),
            Lose(list) => self.list(*list).map_or(";".into(), |list| format!("{list} = 0;")),
            Aim(table, at, function) => {
                let content = self.sketch.global(*table).map(|it| (&it.name, &it.content));
                match (content, self.called(*function, Signature::Plain)) {
                    (Some((name, Content::Table { functions, is_constant: false })), Some(function)) => {
                        format!("{name}[{}] = {function};", at % functions.len())
                    }
                    _ => ";".into(),
                }
            }
            AimStart(start, function) => {
                let start = self.named(*start, |it| matches!(it, Content::Start { .. }));
                match (start, self.called(*function, Signature::Thread)) {
                    (Some(start), Some(function)) => format!("{start} = {function};"),
                    _ => ";".into(),
                }
            }
            Point(pointer, to, at) => {
                match self.named(*pointer, |it| matches!(it, Content::Pointer { .. })) {
                    Some(pointer) => format!("{pointer} = {};", address(self.sketch, *to, *at)),
                    None => ";".into(),
                }
            }
            PointToLocal(pointer, local) => {
                let pointer = self.named(*pointer, |it| matches!(it, Content::Pointer { .. }));
                let local = self.local(*local).filter(|local| local.storage == Storage::Memory);
                match (pointer, local) {
                    (Some(pointer), Some(local)) => format!("{pointer} = {}_at;", local.name),
                    _ => ";".into(),
                }
            }
            Create(slot, start, given) => {
                let start = self
                    .called(*start, Signature::Thread)
                    .or_else(|| self.named(*start, |it| matches!(it, Content::Start { .. })));
                match start.filter(|_| self.function.signature == Signature::Main) {
                    Some(start) => {
                        let given = address(self.sketch, *given, 0);
                        format!("pthread_create(&id[{slot}], 0, {start}, {given});")
                    }
                    None => ";".into(),
                }
            }
            Join(slot) if self.function.signature == Signature::Main => {
                format!("if (id[{slot}]) pthread_join(id[{slot}], 0);")
            }
            AtExit(function) => match self.called(*function, Signature::Nothing) {
                Some(function) => format!("atexit({function});"),
                None => ";".into(),
            },
            Exit(value) => format!("exit({});", self.expr(value)),
            Abort => "abort();".into(),
            CopyPair(to, from) => match (self.pair(*to), self.pair(*from)) {
                (Some(to), Some(from)) => format!("{to} = {from};"),
                _ => ";".into(),
            },
            MakePair(to, function, value) => {
                match (self.pair(*to), self.called(*function, Signature::Pair)) {
                    (Some(to), Some(function)) => format!("{to} = {function}({});", self.expr(value)),
                    _ => ";".into(),
                }
            }
            Sort(array, function) => {
                let content = self.sketch.global(*array).map(|it| (&it.name, &it.content));
                match (content, self.called(*function, Signature::Compare)) {
                    (Some((name, Content::Array { length, is_constant: false, .. })), Some(function)) => {
                        format!("qsort({name}, {length}, sizeof(int), {function});")
                    }
                    _ => ";".into(),
                }
            }
            Clear(array) => {
                match self.named(*array, |it| matches!(it, Content::Array { is_constant: false, .. })) {
                    Some(name) => format!("memset({name}, 0, sizeof {name});"),
                    None => ";".into(),
                }
            }
            Vla(length, value, place) => format!(
                "{{ int v[1 + (({}) & 1)]; v[0] = {}; {} = v[0]; }}",
                self.expr(length),
                self.expr(value),
                self.place(place)
            ),
            Recur(place) if self.function.signature == Signature::Plain => {
                let name = &self.function.name;
                format!("if (given > 0) {} = {name}((given - 1) & 1);", self.place(place))
            }
            Spin(count, place) => format!(
                "{{ int s = 0; for (int i = 0; i < {count}; i++) {{ if (s == 3) s = 0; else s++; }} {} = s; }}",
                self.place(place)
            ),
            Once(once, function) => {
                let once = self.named(*once, |it| matches!(it, Content::Once));
                match (once, self.called(*function, Signature::Nothing)) {
                    (Some(once), Some(function)) => format!("pthread_once(&{once}, {function});"),
                    _ => ";".into(),
                }
            }
            Fence => "__sync_synchronize();".into(),
            Trap => "__builtin_trap();".into(),
            MakeKey(key, function) => match self.named(*key, |it| matches!(it, Content::Key)) {
                Some(key) => {
                    let function = self.called(*function, Signature::Ending).unwrap_or("free");
                    format!("pthread_key_create(&{key}, {function});")
                }
                None => ";".into(),
            },
            SetKey(key, value) => match self.named(*key, |it| matches!(it, Content::Key)) {
                Some(key) => {
                    let value = self.expr(value);
                    format!("{{ int *v = malloc(sizeof *v); *v = {value}; pthread_setspecific({key}, v); }}")
                }
                None => ";".into(),
            },
            Return(value) => match self.function.signature {
                Signature::Nothing | Signature::Ending => "return;".into(),
                Signature::Thread => "return 0;".into(),
                Signature::Pair => {
                    let a = self.sketch.pair.named("a");
                    format!("result.{a} = {}; return result;", self.expr(value))
                }
                _ => format!("return {};", self.expr(value)),
            },
            Struct(act) => self.act(act).unwrap_or(";".into()),
            Join(_) | Recur(_) => ";".into(),
        };
        self.line(&text);
    }

    fn index(&self, index: &Expr, length: usize) -> String {
        match index {
            Expr::Number(number) => format!("{}", number.unsigned_abs() as usize % length),
            _ => format!("({} & {})", self.expr(index), length.next_power_of_two() - 1),
        }
    }

    /// Something that can be assigned to.
    fn place(&self, place: &Expr) -> String {
        match place {
            Expr::Global(id) => self.named(*id, |it| matches!(it, Content::Number { .. })).map(String::from),
            Expr::Element(id, index) => self.sketch.global(*id).and_then(|it| match &it.content {
                Content::Array { length, is_constant: false, .. } => {
                    Some(format!("{}[{}]", it.name, self.index(index, *length)))
                }
                _ => None,
            }),
            Expr::Field(id, is_first) => {
                let field = self.sketch.pair.named(if *is_first { "a" } else { "b" });
                self.pair(*id).map(|name| format!("{name}.{field}"))
            }
            Expr::Inside(id, reach) if reach.is_place() => self.inside(*id, reach),
            Expr::Local(id) => self.local(*id).map(|local| local.name.clone()),
            Expr::Through(id) => {
                let local = self.local(*id).filter(|local| local.storage == Storage::Memory);
                local.map(|local| format!("*{}_at", local.name))
            }
            Expr::Parameter(at) => match (self.function.signature, at % 2) {
                (Signature::Two, 1) => Some(format!("{}2", self.function.parameter)),
                (Signature::Variadic, 1) => Some("rest".into()),
                (Signature::Nothing | Signature::Compare | Signature::Thread, _) => None,
                (Signature::Ending | Signature::Main, _) => None,
                _ => Some(self.function.parameter.clone()),
            },
            Expr::Pointed(id) => {
                self.named(*id, |it| matches!(it, Content::Pointer { .. })).map(|name| format!("*{name}"))
            }
            Expr::Pointee => match self.function.signature {
                Signature::Pointer => Some("*p".into()),
                Signature::Thread | Signature::Ending => Some("*(int *)argument".into()),
                _ => None,
            },
            Expr::Cell(id) => {
                let value = self.sketch.cell.named("value");
                self.list(*id).map(|list| format!("*({list} ? (int *)&{list}->{value} : &sink)"))
            }
            _ => None,
        }
        .unwrap_or_else(|| "sink".into())
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(number) if *number < 0 => format!("({number})"),
            Expr::Number(number) => number.to_string(),
            Expr::Element(id, index) => match self.sketch.global(*id).map(|it| (&it.name, &it.content)) {
                Some((name, Content::Array { length, .. })) => {
                    format!("{name}[{}]", self.index(index, *length))
                }
                _ => "0".into(),
            },
            Expr::Cell(id) => {
                let value = self.sketch.cell.named("value");
                self.list(*id).map_or("0".into(), |list| format!("({list} ? {list}->{value} : 3)"))
            }
            Expr::Inside(id, reach) => self.inside(*id, reach).unwrap_or("0".into()),
            Expr::Text(text, index) => format!("(\"{text}\"[{}] & 3)", self.index(index, 4)),
            Expr::Binary(op, a, b) => format!("({} {op} {})", self.expr(a), self.expr(b)),
            Expr::Not(a) => format!("!({})", self.expr(a)),
            Expr::Call(id, other, arguments) => self.call(*id, *other, arguments),
            Expr::Indirect(id, index, argument) => {
                match self.sketch.global(*id).map(|it| (&it.name, &it.content)) {
                    Some((name, Content::Table { functions, .. })) => {
                        let index = self.index(index, functions.len());
                        format!("{name}[{index}]({})", self.expr(argument))
                    }
                    _ => self.expr(argument),
                }
            }
            Expr::Passed(argument) => match self.function.signature {
                Signature::Higher => format!("f({})", self.expr(argument)),
                _ => self.expr(argument),
            },
            Expr::FetchAdd(id, number) => {
                match self.named(*id, |it| matches!(it, Content::Number { ty: "int" | "long", .. })) {
                    Some(name) => format!("(int)__atomic_fetch_add(&{name}, {number}, 5)"),
                    None => "0".into(),
                }
            }
            Expr::Any => "__VERIFIER_nondet_int()".into(),
            Expr::Ask(id) => match self.named(*id, |it| matches!(it, Content::Source { .. })) {
                Some(name) => format!("{name}()"),
                None => "0".into(),
            },
            Expr::Choose(low, high) => format!("evercheck_choose({low}, {high})"),
            place => match self.place(place) {
                place if place == "sink" => "0".into(),
                place => place,
            },
        }
    }

    fn call(&self, id: Id, other: Id, arguments: &[Expr]) -> String {
        let Some(function) = self.sketch.function(id) else { return "0".into() };
        let name = &function.name;
        let argument = |at: usize| arguments.get(at).map_or("0".into(), |it| self.expr(it));
        match function.signature {
            Signature::Plain => format!("{name}({})", argument(0)),
            Signature::Two | Signature::Variadic => format!("{name}({}, {})", argument(0), argument(1)),
            Signature::Pointer => {
                let local = self.local(other).filter(|local| local.storage == Storage::Memory);
                let address = local
                    .map_or_else(|| address(self.sketch, other, 1), |local| format!("{}_at", local.name));
                format!("{name}({address}, {})", argument(0))
            }
            Signature::Higher => {
                let passed = self.called(other, Signature::Plain).unwrap_or("0");
                match passed {
                    "0" => "0".into(),
                    passed => format!("{name}({passed}, {})", argument(0)),
                }
            }
            Signature::Pair => format!("{name}({}).{}", argument(0), self.sketch.pair.named("a")),
            Signature::Nothing => format!("({name}(), 0)"),
            Signature::Compare | Signature::Thread | Signature::Ending | Signature::Main => "0".into(),
        }
    }
}
