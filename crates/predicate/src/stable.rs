//! Formulas do not change with what they do not depend on: tests.
//!
//! A procedure's blocks are written down with data by its names, inputs by their order, and commutative operands by what
//! they are, so that neither numbers nor the order in which terms were made matter. An edit of something else leaves that
//! text as it is, to the byte; one that changes what a pointer may lead to changes it wherever the pointer is followed.

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use cfa::Program;
use cfa::address::Addresses;

use crate::block::{Blocks, Builder, Point, Target};
use crate::encode::Encoder;
use crate::summary::{ENTRANCE, Summaries};
use crate::{Externs, Job, Options};
use formula::{Node, Symbol, Term, Terms, Word};
use verdict::Property;

/// A function's blocks, a line for each and for each value it sets.
fn formulas(text: &str, function: &str) -> String {
    let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
    let addresses = Addresses::of(&program);
    let encoder = Encoder::new(&program, &addresses, Externs::Pure);
    // All of the program, so that edits in all of it count.
    let options = Options { summaries: Summaries::All, ..Options::default() };
    let property = Property::UnreachCall;
    let job = Job {
        options: &options,
        property,
        excluded: &[],
        is_whole: true,
        has_exits: false,
        effort: u64::MAX,
        is_first: true,
    };
    let mut builder = Builder::new(&program, &addresses, encoder, &job);
    let id = id_of(&program, function);
    let context = builder.summarised(id);
    let (mut work, mut seen) = (vec![Point { context, at: ENTRANCE }], Vec::new());
    let mut out = String::new();
    while let Some(point) = work.pop() {
        if seen.contains(&point) {
            continue;
        }
        seen.push(point);
        if builder.is_end(point) {
            continue;
        }
        let blocks = builder.blocks(point);
        let digests = Digests::of(&blocks);
        for block in &blocks.all {
            let target = match &block.target {
                Target::Point(to) => format!("{}", to.at.0),
                Target::Enter(edge, to) => {
                    work.push(leave(&program, id, *edge, point));
                    format!("call {}", program.function(builder.function(to.context)).name)
                }
                Target::Error => "error".into(),
                Target::Obstacle(it) => it.message.clone(),
            };
            if let Target::Point(to) = block.target {
                work.push(to);
            }
            let mut digests = digests.clone();
            let terms = &builder.encoder.terms;
            out += &format!("{} to {target} if {:016x}\n", point.at.0, digests.term(terms, block.guard));
            let mut values: BTreeSet<String> = BTreeSet::new();
            for (&symbol, &value) in &block.values {
                let name = terms.symbol_name(symbol);
                values.insert(format!("  {name} = {:016x}\n", digests.term(terms, value)));
            }
            out.extend(values);
        }
    }
    out
}

fn id_of(program: &Program, name: &str) -> cfa::program::FunctionId {
    let index = program.functions.iter().position(|function| function.source_name == name).unwrap();
    cfa::program::FunctionId(index as u32)
}

/// Where a call goes on.
fn leave(program: &Program, function: cfa::program::FunctionId, edge: u32, from: Point) -> Point {
    let body = program.function(function).body.as_ref().unwrap();
    Point { at: body.edges[edge as usize].to, ..from }
}

#[derive(Clone)]
struct Digests {
    inputs: HashMap<Symbol, usize>,
    known: HashMap<Term, u64>,
    /// Symbols whose facts are being looked at: these speak of themselves.
    open: Vec<Symbol>,
}

impl Digests {
    fn of(blocks: &Blocks) -> Digests {
        let inputs = blocks.inputs.iter().enumerate().map(|(number, input)| (input.symbol, number)).collect();
        Digests { inputs, known: HashMap::default(), open: Vec::new() }
    }

    fn term(&mut self, terms: &Terms, term: Term) -> u64 {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        let node = terms.node(term);
        let mut operands = Vec::new();
        // A chain is one node: how it is nested does not matter.
        let is_chain = |it: Node| match (node, it) {
            (Node::And(..), Node::And(..)) | (Node::Or(..), Node::Or(..)) => true,
            (Node::Word(op, ..), Node::Word(other, ..)) => op == other && is_commutative(op),
            _ => false,
        };
        let mut work = vec![term];
        while let Some(at) = work.pop() {
            if at == term || is_chain(terms.node(at)) {
                terms.for_each_operand(at, |operand| work.push(operand));
            } else {
                operands.push(self.term(terms, at));
            }
        }
        match node {
            Node::And(..) | Node::Or(..) | Node::Eq(..) => operands.sort_unstable(),
            Node::Word(op, ..) if is_commutative(op) => operands.sort_unstable(),
            _ => {}
        }
        let mut hasher = DefaultHasher::new();
        std::mem::discriminant(&node).hash(&mut hasher);
        terms.sort(term).width().hash(&mut hasher);
        match node {
            Node::Symbol(symbol) => self.symbol(terms, symbol, &mut hasher),
            Node::Bits { value, .. } => value.hash(&mut hasher),
            Node::Bool(value) => value.hash(&mut hasher),
            Node::Word(op, ..) => std::mem::discriminant(&op).hash(&mut hasher),
            Node::Order(order, ..) => std::mem::discriminant(&order).hash(&mut hasher),
            Node::Extract { low, .. } => low.hash(&mut hasher),
            Node::Extend { signed, .. } => signed.hash(&mut hasher),
            _ => {}
        }
        operands.hash(&mut hasher);
        let digest = hasher.finish();
        if self.open.is_empty() {
            self.known.insert(term, digest);
        }
        digest
    }

    fn symbol(&mut self, terms: &Terms, symbol: Symbol, hasher: &mut DefaultHasher) {
        if let Some(number) = self.inputs.get(&symbol) {
            return number.hash(hasher);
        }
        terms.symbol_name(symbol).hash(hasher);
        terms.address_size(symbol).hash(hasher);
        if let Some(fact) = terms.fact(symbol).filter(|_| !self.open.contains(&symbol)) {
            self.open.push(symbol);
            self.term(terms, fact).hash(hasher);
            self.open.pop();
        }
    }
}

fn is_commutative(op: Word) -> bool {
    matches!(op, Word::Add | Word::Mul | Word::And | Word::Or | Word::Xor)
}

const QUEUE: &str = "
    extern int __VERIFIER_nondet_int(void);
    extern void *malloc(unsigned long);
    extern void reach_error(void);
    struct item { int key; struct item *next; };
    struct queue { struct item *first; int length, most; };
    static int total;
    static int limits[4] = {1, 2, 4, 8};
    static int clamp(int x) { if (x > limits[x & 3]) return limits[3]; return x; }
    static int push(struct queue *queue, int key) {
        if (queue->length >= queue->most) return -1;
        struct item *item = malloc(sizeof *item);
        item->key = clamp(key);
        item->next = queue->first;
        queue->first = item;
        queue->length++;
        for (struct item *at = item; at; at = at->next) total += at->key & 1;
        return queue->length;
    }
    /* here */
    int main(void) {
        struct queue queue = {0, 0, 10};
        while (__VERIFIER_nondet_int())
            if (push(&queue, __VERIFIER_nondet_int()) > 10) reach_error();
        return total;
    }";

/// The program with a piece put in the place of another.
fn edited(from: &str, to: &str) -> String {
    assert!(QUEUE.contains(from), "{from}");
    QUEUE.replacen(from, to, 1)
}

#[test]
fn formulas_are_written_down_the_same_each_time() {
    let once = formulas(QUEUE, "push");
    assert!(once.lines().count() > 5, "{once}");
    assert_eq!(once, formulas(QUEUE, "push"));
}

#[test]
fn an_edit_elsewhere_leaves_formulas_as_they_are() {
    let once = formulas(QUEUE, "push");
    let edits = [
        // What nobody calls, before and behind, with objects, types and pointers of its own.
        (
            "static int total;",
            "static long before[3], *way = before; struct other { char c; }; static int total;",
        ),
        ("/* here */", "static int other(struct item *it) { return it->key; }"),
        (
            "extern void reach_error",
            "static int early(int *p) { *p += 1; return *p; }\nextern void reach_error",
        ),
        // What is called elsewhere and follows pointers of its own.
        (
            "return total;",
            "{ int own[2] = {1, 2}, *p = own; p[1] = 3; return total + p[__VERIFIER_nondet_int() & 1]; }",
        ),
        ("return total;", "{ char *block = malloc(20); block[3] = 1; return total + block[3]; }"),
        // How the caller calls.
        ("__VERIFIER_nondet_int()) > 10", "3 * __VERIFIER_nondet_int() + 1) > 11"),
        ("int main(void) {", "int main(void) {\n\n\n"),
        (
            "struct queue queue = {0, 0, 10};",
            "int a = 1, b = 2; struct queue queue = {0, 0, 10}; if (a > b) total = b;",
        ),
    ];
    for (from, to) in edits {
        assert_eq!(once, formulas(&edited(from, to), "push"), "{to}");
    }
    // Code that runs before and has memory of its own.
    let before = "struct early { long a; int *b; } *earlies; static int early(struct early *p) { p->a = *p->b; return 0; }";
    let earlier = edited("extern void reach_error", &format!("{before}\nextern void reach_error")).replacen(
        "int main(void) {",
        "int main(void) { int x = 1; struct early e = {0, &x}; early(&e);",
        1,
    );
    assert_eq!(once, formulas(&earlier, "push"));
}

#[test]
fn an_edit_that_formulas_depend_on_changes_them() {
    let once = formulas(QUEUE, "push");
    let edits = [
        ("queue->length++;", "queue->length += 2;"),
        // Of what it accesses, and of what it calls in place.
        ("int key; struct item *next;", "struct item *next; int key;"),
        ("return limits[3];", "return limits[2];"),
    ];
    for (from, to) in edits {
        assert_ne!(once, formulas(&edited(from, to), "push"), "{to}");
    }
    // A pointer elsewhere that leads to the total or to a key: now these may be the same memory.
    let elsewhere = "{ int *p = &total; if (*p) p = &queue.first->key; *p = 2; return total; }";
    assert_ne!(once, formulas(&edited("return total;", elsewhere), "push"));
}
