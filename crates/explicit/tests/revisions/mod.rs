//! Random programs as sketches: what is said in C is kept as a tree, so that a revision is an edit of it. Sketches refer to
//! things by number; what is not there any more is printed as something harmless, so every edit gives a program.

pub mod compare;
mod edit;
mod generate;
mod print;
mod structs;

pub use edit::revise;
pub use generate::generate;
pub use print::print;
pub use structs::{Act, Reach, Record};

/// Stays with a thing whatever it is called.
pub type Id = u32;
pub type Block = Vec<Statement>;

/// A number. Those that name a place can be assigned to.
#[derive(Clone, Debug)]
pub enum Expr {
    Number(i32),
    Global(Id),
    Element(Id, Box<Expr>),
    /// The first field of a pair, or the second.
    Field(Id, bool),
    Local(Id),
    /// A local by way of a pointer to it.
    Through(Id),
    Parameter(usize),
    /// What a global pointer, or the parameter of a function that takes one, points to.
    Pointed(Id),
    Pointee,
    /// What is somewhere in a pair.
    Inside(Id, Reach),
    /// The value of the first cell of a list.
    Cell(Id),
    Text(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    /// A call, with what it points to if the function takes a pointer or a function.
    Call(Id, Id, Vec<Expr>),
    /// A call through an entry of a table.
    Indirect(Id, Box<Expr>, Box<Expr>),
    /// A call of the function that was passed.
    Passed(Box<Expr>),
    FetchAdd(Id, i32),
    Choose(i32, i32),
    /// Any number, asked for directly or through a pointer.
    Any,
    Ask(Id),
}

#[derive(Clone, Debug)]
pub enum Statement {
    Set(Expr, Expr),
    Change(&'static str, Expr, Expr),
    Do(Expr),
    If(Expr, Block, Block),
    For(Id, i32, Block),
    Switch(Expr, Vec<(i32, Block, bool)>),
    /// A jump over the block.
    Skip(Id, Expr, Block),
    /// A jump back to the beginning of the block.
    Again(Id, i32, Block),
    /// A jump to one of two labels.
    Computed(Id, Expr, Block, Block),
    Lock(Id, Block),
    TryLock(Id, Block),
    Atomic(Block),
    Assert(Expr),
    Error(Expr),
    Assume(Expr),
    /// An input, and what is assumed of it.
    Input(Id, &'static str, Expr, i32),
    Push(Id, Expr),
    Pop(Id),
    /// Freed, but not taken out.
    Free(Id),
    Lose(Id),
    Aim(Id, usize, Id),
    Point(Id, Id, usize),
    PointToLocal(Id, Id),
    AimStart(Id, Id),
    /// A thread in a slot; it starts where a global says if there is one of that number. It gets the address of a global.
    Create(usize, Id, Id),
    Join(usize),
    AtExit(Id),
    Exit(Expr),
    Abort,
    CopyPair(Id, Id),
    MakePair(Id, Id, Expr),
    Struct(Act),
    Sort(Id, Id),
    Clear(Id),
    /// An array of a length that is not constant.
    Vla(Expr, Expr, Expr),
    /// A loop that only the thread itself can see.
    Spin(i32, Expr),
    /// The function calls itself while its parameter is positive.
    Recur(Expr),
    Once(Id, Id),
    /// Nothing is done here.
    Fence,
    Trap,
    /// A key, with the function that ends its values; `free` if there is none.
    MakeKey(Id, Id),
    SetKey(Id, Expr),
    Return(Expr),
}

#[derive(Clone, Debug)]
pub enum Content {
    Number {
        ty: &'static str,
        init: i32,
    },
    Array {
        init: Vec<i32>,
        length: usize,
        is_constant: bool,
    },
    Pair {
        init: [i32; 2],
    },
    /// A pointer to a pair on the heap.
    Heap,
    Pointer {
        to: Id,
        at: usize,
    },
    List,
    Table {
        functions: Vec<Id>,
        is_constant: bool,
    },
    Start {
        function: Id,
    },
    /// A pointer to a function that gives any number.
    Source {
        is_number: bool,
    },
    Mutex,
    Once,
    Key,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub id: Id,
    pub name: String,
    pub content: Content,
    pub is_static: bool,
    pub is_thread_local: bool,
}

/// Where a local is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Register,
    Memory,
    Static,
    /// Not initialised.
    Bare,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub id: Id,
    pub name: String,
    pub ty: &'static str,
    pub init: i32,
    pub storage: Storage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signature {
    Plain,
    Two,
    Pointer,
    Higher,
    Pair,
    Nothing,
    Variadic,
    Compare,
    Thread,
    /// What is called with a key's value.
    Ending,
    Main,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub id: Id,
    pub name: String,
    pub signature: Signature,
    pub parameter: String,
    pub locals: Vec<Local>,
    pub body: Block,
    pub is_defined: bool,
    pub is_static: bool,
    /// The address of its parameter is taken.
    pub is_taken: bool,
    pub attribute: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub struct Sketch {
    pub globals: Vec<Global>,
    pub functions: Vec<Function>,
    pub pair: Record,
    pub cell: Record,
    /// What a pair is taken for now and then.
    pub view: Record,
    /// Much is done with structs, and they change often.
    pub has_structs: bool,
    /// Functions of the library that the program has itself.
    pub own: Vec<&'static str>,
    /// Tells white space and comments.
    pub spacing: u32,
    /// The next thing's number.
    pub next: Id,
}

impl Sketch {
    pub fn fresh(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    pub fn function(&self, id: Id) -> Option<&Function> {
        self.functions.iter().find(|function| function.id == id)
    }

    pub fn global(&self, id: Id) -> Option<&Global> {
        self.globals.iter().find(|global| global.id == id)
    }

    pub fn globals_like(&self, is_it: impl Fn(&Content) -> bool) -> Vec<Id> {
        self.globals.iter().filter(|global| is_it(&global.content)).map(|global| global.id).collect()
    }

    pub fn functions_like(&self, is_it: impl Fn(Signature) -> bool) -> Vec<Id> {
        self.functions.iter().filter(|it| is_it(it.signature)).map(|it| it.id).collect()
    }
}

impl Expr {
    pub fn parts(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Element(_, a) | Expr::Text(_, a) | Expr::Not(a) | Expr::Passed(a) => vec![a],
            Expr::Binary(_, a, b) | Expr::Indirect(_, a, b) => vec![a, b],
            Expr::Call(_, _, arguments) => arguments.iter_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// Does something to it and all its parts.
    pub fn visit(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.parts().into_iter().for_each(|part| part.visit(f));
        f(self);
    }
}

impl Statement {
    pub fn parts(&mut self) -> (Vec<&mut Expr>, Vec<&mut Block>) {
        use Statement::*;
        match self {
            Set(a, b) | Change(_, a, b) => (vec![a, b], vec![]),
            Do(a)
            | Assert(a)
            | Error(a)
            | Assume(a)
            | Push(_, a)
            | Exit(a)
            | MakePair(_, _, a)
            | SetKey(_, a)
            | Recur(a)
            | Return(a)
            | Spin(_, a)
            | Input(_, _, a, _) => (vec![a], vec![]),
            If(a, yes, no) | Computed(_, a, yes, no) => (vec![a], vec![yes, no]),
            For(_, _, b) | Again(_, _, b) | Lock(_, b) | TryLock(_, b) | Atomic(b) => (vec![], vec![b]),
            Switch(a, cases) => (vec![a], cases.iter_mut().map(|case| &mut case.1).collect()),
            Skip(_, a, b) => (vec![a], vec![b]),
            Vla(a, b, c) => (vec![a, b, c], vec![]),
            _ => (vec![], vec![]),
        }
    }
}

/// All blocks of a block, itself included.
pub fn visit_blocks(block: &mut Block, f: &mut dyn FnMut(&mut Block)) {
    for statement in block.iter_mut() {
        statement.parts().1.into_iter().for_each(|inner| visit_blocks(inner, f));
    }
    f(block);
}

/// All expressions of a block, parts of expressions included.
pub fn visit_exprs(block: &mut Block, f: &mut dyn FnMut(&mut Expr)) {
    for statement in block.iter_mut() {
        let (exprs, blocks) = statement.parts();
        exprs.into_iter().for_each(|expr| expr.visit(f));
        blocks.into_iter().for_each(|inner| visit_exprs(inner, f));
    }
}
