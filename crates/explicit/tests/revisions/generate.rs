//! Random sketches.

use cfa::fuzz::random::Random;

use super::structs::is_pair;
use super::*;

/// The program of a seed.
pub fn generate(random: &mut Random) -> Sketch {
    let mut sketch = Sketch {
        globals: Vec::new(),
        functions: Vec::new(),
        pair: Record::of(&[("a", "int"), ("b", "int")]),
        cell: Record::of(&[("value", "int"), ("next", "struct cell *")]),
        view: Record::of(&[("x", "int"), ("y", "int")]),
        has_structs: random.one_in(2),
        own: Vec::new(),
        spacing: 0,
        next: 0,
    };
    if sketch.has_structs {
        structs::change(random, &mut sketch);
    }
    for _ in 0..6 + random.below(4) {
        add_global(random, &mut sketch);
    }
    let threads = [0, 1, 1, 1, 2][random.below(5)];
    for _ in 0..2 + random.below(4) {
        add_function(random, &mut sketch);
    }
    let length = [6, 3, 2][threads];
    let mut created = Vec::new();
    for _ in 0..threads {
        let signature = Signature::Thread;
        let id = add_function_of(random, &mut sketch, signature, length);
        created.push(id);
    }
    // Tables and starts are filled with what there is now.
    for index in 0..sketch.globals.len() {
        let mut content = sketch.globals[index].content.clone();
        match &mut content {
            Content::Table { functions, .. } => {
                let all = sketch.functions_like(|it| it == Signature::Plain);
                functions
                    .iter_mut()
                    .for_each(|id| *id = if random.one_in(4) { 0 } else { any(random, &all) });
            }
            Content::Start { function } => *function = any(random, &created),
            Content::Pointer { to, at } => (*to, *at) = (target(random, &sketch), random.below(4)),
            _ => continue,
        }
        sketch.globals[index].content = content;
    }
    let main = add_function_of(random, &mut sketch, Signature::Main, length);
    let starts = sketch.globals_like(|it| matches!(it, Content::Start { .. }));
    let mut extra = Vec::new();
    for (slot, &thread) in created.iter().enumerate() {
        let start = if random.one_in(3) && !starts.is_empty() { starts[0] } else { thread };
        let given = target(random, &sketch);
        extra.push(Statement::Create(slot, start, given));
    }
    // Right behind the last one no thread has begun yet.
    if random.one_in(12) {
        let mut generator = Generator::of(random, &mut sketch, main);
        extra.push(Statement::If(generator.local_test(), vec![Statement::Trap], Vec::new()));
    }
    let keys = sketch.globals_like(|it| matches!(it, Content::Key));
    for key in keys {
        let enders = sketch.functions_like(|it| it == Signature::Ending);
        extra.insert(0, Statement::MakeKey(key, if random.one_in(2) { 0 } else { any(random, &enders) }));
        for thread in sketch.functions.iter_mut().filter(|it| created.contains(&it.id)) {
            let at = random.below(thread.body.len() + 1);
            thread.body.insert(at, Statement::SetKey(key, Expr::Number(random.below(3) as i32)));
        }
    }
    let handlers = sketch.functions_like(|it| it == Signature::Nothing);
    if !handlers.is_empty() && random.one_in(2) {
        extra.insert(random.below(extra.len() + 1), Statement::AtExit(any(random, &handlers)));
    }
    // Most functions are called.
    let callees = sketch.functions_like(is_called);
    let tables = sketch.globals_like(|it| matches!(it, Content::Table { .. }));
    for callee in callees.into_iter().chain(tables) {
        let caller = if random.one_in(2) { any(random, &created) } else { main };
        let caller = if caller == 0 || random.one_in(5) { continue } else { caller };
        let mut generator = Generator::of(random, &mut sketch, caller);
        let call = match generator.sketch.function(callee) {
            Some(_) => generator.call(callee, 1),
            None => Expr::Indirect(callee, Box::new(generator.expr(0)), Box::new(generator.expr(0))),
        };
        let place = generator.place();
        let statement = if random.one_in(3) { Statement::Do(call) } else { Statement::Set(place, call) };
        if let Some(caller) = sketch.functions.iter_mut().find(|it| it.id == caller) {
            let at = random.below(caller.body.len() + 1);
            caller.body.insert(at, statement);
        }
    }
    let joins = (0..threads).map(Statement::Join);
    let ends = if random.one_in(3) { Vec::new() } else { joins.collect() };
    let mut generator = Generator::of(random, &mut sketch, main);
    let late = generator.block(2, 1);
    let last = generator.check();
    let body = &mut sketch.functions.iter_mut().find(|it| it.id == main).expect("main").body;
    let at = random.below(body.len() + 1);
    body.splice(at..at, extra);
    body.extend(ends);
    body.extend(late);
    body.push(last);
    sketch
}

/// Whether a function can be called in an expression.
pub fn is_called(signature: Signature) -> bool {
    use Signature::*;
    !matches!(signature, Thread | Main | Compare | Ending)
}

pub fn any(random: &mut Random, ids: &[Id]) -> Id {
    if ids.is_empty() { 0 } else { ids[random.below(ids.len())] }
}

/// A global that a pointer to a number may point to.
pub fn target(random: &mut Random, sketch: &Sketch) -> Id {
    let is_it =
        |it: &Content| matches!(it, Content::Number { .. } | Content::Array { .. } | Content::Pair { .. });
    any(random, &sketch.globals_like(is_it))
}

pub fn any_type(random: &mut Random) -> &'static str {
    ["int", "int", "int", "long", "unsigned char", "short"][random.below(6)]
}

pub fn add_global(random: &mut Random, sketch: &mut Sketch) {
    let id = sketch.fresh();
    let number = random.below(3) as i32;
    let plain = sketch.functions_like(|it| it == Signature::Plain);
    let kind = match sketch.has_structs {
        true if random.one_in(3) => 6 + random.below(4),
        _ => random.below(16),
    };
    let content = match kind {
        6 | 9 if sketch.has_structs => Content::Heap,
        0..=4 => Content::Number { ty: any_type(random), init: number },
        5 | 6 => {
            let (length, is_constant) = (1 + random.below(4), random.one_in(3));
            Content::Array {
                init: (0..length).map(|_| random.below(4) as i32).collect(),
                length,
                is_constant,
            }
        }
        7 | 8 => Content::Pair { init: [number, random.below(3) as i32] },
        9 | 10 => Content::Pointer { to: target(random, sketch), at: random.below(4) },
        11 | 12 => Content::List,
        13 => Content::Table {
            functions: (0..1 + random.below(3)).map(|_| any(random, &plain)).collect(),
            is_constant: random.one_in(2),
        },
        14 if random.one_in(4) => Content::Source { is_number: random.one_in(2) },
        14 if random.one_in(3) => Content::Once,
        14 if random.one_in(3) => Content::Key,
        14 => Content::Start { function: any(random, &sketch.functions_like(|it| it == Signature::Thread)) },
        _ => Content::Mutex,
    };
    let is_thread_local =
        matches!(content, Content::Number { .. } | Content::Array { .. } | Content::Pair { .. })
            && random.one_in(8);
    let name = format!("g{id}");
    let is_static = random.one_in(2);
    let at = random.below(sketch.globals.len() + 1);
    sketch.globals.insert(at, Global { id, name, content, is_static, is_thread_local });
}

pub fn add_local(random: &mut Random, sketch: &mut Sketch, function: Id) -> Id {
    let id = sketch.fresh();
    let storage = match random.below(40) {
        0..=23 => Storage::Register,
        24..=33 => Storage::Memory,
        34..=37 => Storage::Static,
        _ => Storage::Bare,
    };
    let ty = if storage == Storage::Memory { "int" } else { any_type(random) };
    let local = Local { id, name: format!("l{id}"), ty, init: random.below(3) as i32, storage };
    if let Some(function) = sketch.functions.iter_mut().find(|it| it.id == function) {
        let at = random.below(function.locals.len() + 1);
        function.locals.insert(at, local);
    }
    id
}

pub fn add_function(random: &mut Random, sketch: &mut Sketch) -> Id {
    use Signature::*;
    let signature =
        [Plain, Plain, Plain, Plain, Two, Pointer, Higher, Pair, Nothing, Nothing, Variadic, Compare, Ending]
            [random.below(13)];
    add_function_of(random, sketch, signature, 2)
}

pub fn add_function_of(random: &mut Random, sketch: &mut Sketch, signature: Signature, length: usize) -> Id {
    let id = sketch.fresh();
    let attribute = match random.below(16) {
        0 => Some("constructor"),
        1..=5 => Some("destructor"),
        _ => None,
    };
    let name = match signature {
        Signature::Main => "main".into(),
        Signature::Nothing | Signature::Plain if random.one_in(10) => format!("__VERIFIER_atomic_{id}"),
        _ => format!("f{id}"),
    };
    sketch.functions.push(Function {
        id,
        name,
        signature,
        parameter: "n".into(),
        locals: Vec::new(),
        body: Vec::new(),
        is_defined: signature == Signature::Main || !random.one_in(80),
        is_static: signature != Signature::Main && random.one_in(2),
        is_taken: random.one_in(6),
        attribute,
    });
    for _ in 0..random.below(3) + usize::from(signature == Signature::Main) {
        add_local(random, sketch, id);
    }
    let mut generator = Generator::of(random, sketch, id);
    let mut body = generator.block(length, 2);
    let is_answering =
        is_called(signature) && signature != Signature::Nothing || signature == Signature::Compare;
    if is_answering {
        let value = generator.expr(2);
        body.push(Statement::Return(value));
    }
    if let Some(function) = sketch.functions.iter_mut().find(|it| it.id == id) {
        function.body = body;
    }
    id
}

/// Makes statements of a function.
pub struct Generator<'a> {
    pub random: &'a mut Random,
    pub sketch: &'a mut Sketch,
    id: Id,
    signature: Signature,
    locals: Vec<Id>,
    is_atomic: bool,
    is_locked: bool,
}

impl<'a> Generator<'a> {
    pub fn of(random: &'a mut Random, sketch: &'a mut Sketch, id: Id) -> Generator<'a> {
        let function = sketch.function(id);
        let signature = function.map_or(Signature::Nothing, |it| it.signature);
        let locals = function.map_or(Vec::new(), |it| it.locals.iter().map(|local| local.id).collect());
        Generator { random, sketch, id, signature, locals, is_atomic: false, is_locked: false }
    }

    fn some(&mut self, is_it: impl Fn(&Content) -> bool) -> Id {
        let ids = self.sketch.globals_like(is_it);
        any(self.random, &ids)
    }

    /// Functions that may be called here: no function calls itself by way of others.
    fn callee(&mut self, is_it: impl Fn(Signature) -> bool) -> Id {
        let is_first = matches!(self.signature, Signature::Main | Signature::Thread);
        let is_plain = self.signature == Signature::Plain;
        let ids: Vec<Id> =
            self.sketch.functions_like(|it| is_it(it) && (!is_plain || it == Signature::Plain));
        let ids: Vec<Id> = ids.into_iter().filter(|&id| is_first || id < self.id).collect();
        any(self.random, &ids)
    }

    pub fn number(&mut self) -> i32 {
        self.random.below(4) as i32
    }

    pub fn place(&mut self) -> Expr {
        if self.sketch.has_structs && self.random.one_in(6) {
            return self.struct_place();
        }
        let local = any(self.random, &self.locals.clone());
        match self.random.below(16) {
            0..=3 => Expr::Global(self.some(|it| matches!(it, Content::Number { .. }))),
            4 | 5 => {
                let id = self.some(|it| matches!(it, Content::Array { is_constant: false, .. }));
                Expr::Element(id, Box::new(self.expr(0)))
            }
            6 => {
                let id = self.some(is_pair);
                Expr::Field(id, self.random.one_in(2))
            }
            7 | 8 => Expr::Pointed(self.some(|it| matches!(it, Content::Pointer { .. }))),
            9 => Expr::Cell(self.some(|it| matches!(it, Content::List))),
            10 => Expr::Through(local),
            11 if matches!(self.signature, Signature::Pointer | Signature::Thread | Signature::Ending) => {
                Expr::Pointee
            }
            11 => Expr::Parameter(self.random.below(2)),
            _ => Expr::Local(local),
        }
    }

    pub fn expr(&mut self, depth: usize) -> Expr {
        let kind = self.random.below(if depth > 0 { 24 } else { 10 });
        let inner = depth.saturating_sub(1);
        if self.sketch.has_structs && self.random.one_in(12) {
            return self.struct_test();
        }
        match kind {
            0..=2 => Expr::Number(self.number()),
            3..=9 if depth == 0 => match self.place() {
                Expr::Element(id, _) => Expr::Element(id, Box::new(Expr::Number(self.number()))),
                place => place,
            },
            3..=9 => self.place(),
            10 => {
                let id = self.some(|it| matches!(it, Content::Array { .. }));
                Expr::Element(id, Box::new(self.expr(inner)))
            }
            11 => Expr::Text(["abcd", "bcda", "aacc"][self.random.below(3)], Box::new(self.expr(inner))),
            12 if self.signature == Signature::Higher => Expr::Passed(Box::new(self.expr(inner))),
            12 => Expr::Not(Box::new(self.expr(inner))),
            13 => {
                let number = 1 + self.number() / 2;
                Expr::FetchAdd(self.some(|it| matches!(it, Content::Number { .. })), number)
            }
            14 if self.random.one_in(6) => Expr::Any,
            14 if self.random.one_in(6) => Expr::Ask(self.some(|it| matches!(it, Content::Source { .. }))),
            14 => {
                let low = self.number() / 2;
                Expr::Choose(low, low + 1 + self.number() / 3)
            }
            15..=17 => {
                let id = self.callee(is_called);
                self.call(id, inner)
            }
            18 if self.signature != Signature::Plain => {
                let id = self.some(|it| matches!(it, Content::Table { .. }));
                Expr::Indirect(id, Box::new(self.expr(inner)), Box::new(self.expr(inner)))
            }
            _ => {
                let op = self.op();
                Expr::Binary(op, Box::new(self.expr(inner)), Box::new(self.expr(inner)))
            }
        }
    }

    /// A call, with all that the function may ask for.
    pub fn call(&mut self, function: Id, depth: usize) -> Expr {
        let other = match self.sketch.function(function).map(|it| it.signature) {
            Some(Signature::Higher) => self.callee(|it| it == Signature::Plain),
            _ if self.random.one_in(2) => any(self.random, &self.locals.clone()),
            _ => target(self.random, self.sketch),
        };
        let arguments = [0; 2].map(|_| match self.random.one_in(3) {
            true => Expr::Local(any(self.random, &self.locals.clone())),
            false => self.expr(depth),
        });
        Expr::Call(function, other, arguments.into())
    }

    /// A test that nobody else sees.
    pub fn local_test(&mut self) -> Expr {
        let local = any(self.random, &self.locals.clone());
        Expr::Binary("==", Box::new(Expr::Local(local)), Box::new(Expr::Number(self.number())))
    }

    pub fn op(&mut self) -> &'static str {
        ["+", "-", "&", "^", "|", "==", "!=", "<", "<=", "&&", "||", "+", "^"][self.random.below(13)]
    }

    pub fn test(&mut self) -> Expr {
        let op = ["==", "!=", "<", "<=", ">"][self.random.below(5)];
        let left = self.expr(1);
        let right = Expr::Number(self.number());
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// An assertion that often holds.
    pub fn check(&mut self) -> Statement {
        let left = Box::new(self.expr(1));
        let number = [7, 5, 4, 3, 2, 1][self.random.below(6)];
        let (op, against) = (["!=", "<="][self.random.below(2)], ["==", ">"][self.random.below(2)]);
        match self.random.below(3) {
            0 => Statement::Error(Expr::Binary(against, left, Box::new(Expr::Number(number)))),
            _ => Statement::Assert(Expr::Binary(op, left, Box::new(Expr::Number(number)))),
        }
    }

    pub fn block(&mut self, length: usize, depth: usize) -> Block {
        (0..length.div_ceil(2) + self.random.below(length / 2 + 1)).map(|_| self.statement(depth)).collect()
    }

    pub fn statement(&mut self, depth: usize) -> Statement {
        let id = self.sketch.fresh();
        let inner = depth.saturating_sub(1);
        if self.sketch.has_structs && self.random.one_in(4) {
            return self.struct_statement();
        }
        let list = self.some(|it| matches!(it, Content::List));
        match self.random.below(if depth > 0 { 50 } else { 34 }) {
            0..=5 => Statement::Set(self.place(), self.expr(2)),
            6..=8 => {
                let op = ["+", "-", "^", "|", "&"][self.random.below(5)];
                Statement::Change(op, self.place(), self.expr(1))
            }
            9..=11 => {
                let function = self.callee(is_called);
                let call = self.call(function, 1);
                if self.random.one_in(3) { Statement::Do(call) } else { Statement::Set(self.place(), call) }
            }
            12 => self.check(),
            13 if self.random.one_in(3) => Statement::Fence,
            13 if self.random.one_in(8) => {
                Statement::If(self.local_test(), vec![Statement::Trap], Vec::new())
            }
            14 => {
                let left = Box::new(self.expr(1));
                Statement::Assume(Expr::Binary("<", left, Box::new(Expr::Number(2 + self.number()))))
            }
            15 | 16 => {
                let ty = ["uchar", "bool", "int"][self.random.below(3)];
                Statement::Input(id, ty, self.place(), 1 + self.number() % 3)
            }
            17..=19 => Statement::Push(list, self.expr(1)),
            20 | 21 => Statement::Pop(list),
            22 if self.random.one_in(4) => Statement::Free(list),
            22 => Statement::Lose(list),
            23 => {
                let table = self.some(|it| matches!(it, Content::Table { .. }));
                let plain = self.sketch.functions_like(|it| it == Signature::Plain);
                Statement::Aim(table, self.random.below(3), any(self.random, &plain))
            }
            24 => {
                let pointer = self.some(|it| matches!(it, Content::Pointer { .. }));
                let at = self.random.below(4);
                Statement::Point(pointer, target(self.random, self.sketch), at)
            }
            25 => {
                let pointer = self.some(|it| matches!(it, Content::Pointer { .. }));
                Statement::PointToLocal(pointer, any(self.random, &self.locals.clone()))
            }
            26 => {
                let pair = self.some(is_pair);
                let maker = self.callee(|it| it == Signature::Pair);
                match self.random.one_in(3) {
                    true => Statement::CopyPair(pair, self.some(is_pair)),
                    false => Statement::MakePair(pair, maker, self.expr(1)),
                }
            }
            27 => {
                let array = self.some(|it| matches!(it, Content::Array { is_constant: false, .. }));
                let compare = self.callee(|it| it == Signature::Compare);
                if self.random.one_in(3) { Statement::Clear(array) } else { Statement::Sort(array, compare) }
            }
            28 => Statement::Vla(self.expr(0), self.expr(1), self.place()),
            29 if self.random.one_in(3) => {
                Statement::Spin([300, 700, 1100][self.random.below(3)], self.place())
            }
            29 => Statement::Recur(self.place()),
            30 => {
                let once = self.some(|it| matches!(it, Content::Once));
                Statement::Once(once, self.callee(|it| it == Signature::Nothing))
            }
            31 if self.random.one_in(8) => Statement::Exit(self.expr(0)),
            31 if self.random.one_in(8) => Statement::Abort,
            31 if self.random.one_in(4) => {
                let key = self.some(|it| matches!(it, Content::Key));
                let enders = self.sketch.functions_like(|it| it == Signature::Ending);
                match self.random.one_in(2) {
                    true => Statement::MakeKey(key, any(self.random, &enders)),
                    false => Statement::SetKey(key, self.expr(1)),
                }
            }
            31 => Statement::AtExit(self.callee(|it| it == Signature::Nothing)),
            32 if self.random.one_in(6) => Statement::Return(self.expr(1)),
            32 => {
                let start = self.some(|it| matches!(it, Content::Start { .. }));
                let threads = self.sketch.functions_like(|it| it == Signature::Thread);
                Statement::AimStart(start, any(self.random, &threads))
            }
            33 => Statement::Do(self.expr(2)),
            34..=37 => {
                let test = self.test();
                let yes = self.block(2, inner);
                let no = if self.random.one_in(2) { self.block(2, inner) } else { Vec::new() };
                Statement::If(test, yes, no)
            }
            38 | 39 => Statement::For(id, 2 + self.number() / 3, self.block(2, inner)),
            40 | 41 => {
                let value = self.expr(1);
                let cases = (0..2 + self.random.below(2) as i32).map(|case| {
                    let number = if self.random.one_in(4) { -1 } else { case };
                    (number, self.block(1, inner), !self.random.one_in(3))
                });
                Statement::Switch(value, cases.collect())
            }
            42 => Statement::Skip(id, self.test(), self.block(2, inner)),
            43 => Statement::Again(id, 2, self.block(2, inner)),
            44 => Statement::Computed(id, self.expr(1), self.block(1, inner), self.block(1, inner)),
            45..=47 if !self.is_locked && !self.is_atomic => {
                let mutex = match self.sketch.pair.lock() {
                    Some(_) if self.random.one_in(2) => self.some(|it| matches!(it, Content::Pair { .. })),
                    _ => self.some(|it| matches!(it, Content::Mutex)),
                };
                self.is_locked = !self.random.one_in(5);
                let body = self.block(2, inner);
                self.is_locked = false;
                if self.random.one_in(4) {
                    Statement::TryLock(mutex, body)
                } else {
                    Statement::Lock(mutex, body)
                }
            }
            48 | 49 if !self.is_atomic => {
                self.is_atomic = true;
                let body = self.block(2, inner);
                self.is_atomic = false;
                Statement::Atomic(body)
            }
            _ => Statement::Set(self.place(), self.expr(1)),
        }
    }
}
