//! What control does at a point, whatever data is: the one description that the order of points, steps, and what counts
//! are taken from.

use cfa::expr::ExprId;
use cfa::op::{Callee, Destination, Op, Value};
use cfa::passing::{self, Passing};
use cfa::program::{Body, Edge, FunctionId};
use cfa::source::Pos;
use cfa::types::Type;

use super::{Builder, ContextId, Point};
use crate::encode::Here;
use crate::summary::ENTRANCE;
use crate::undefined::Undefined;

/// What control does at a point.
pub enum Flow<'p> {
    /// A procedure with a summary begins.
    Begin(Point),
    /// A call ends, made by an edge in a context.
    Back(ContextId, u32, &'p Edge),
    /// The program ends, or a procedure with a summary.
    End,
    /// Nothing counts until it comes here.
    Around(Point),
    Edges(Vec<Way<'p>>),
}

/// An edge that control may take.
pub struct Way<'p> {
    pub number: u32,
    pub edge: &'p Edge,
    /// Behind the edge.
    pub next: Point,
    pub turn: Turn<'p>,
}

/// What control does on an edge.
pub enum Turn<'p> {
    /// It goes on behind the edge.
    On,
    /// It goes nowhere: what happens is undefined, or a trap.
    Nowhere,
    /// It goes where it cannot be followed.
    Stuck(String),
    /// It goes to a function.
    Call(Call<'p>, (FunctionId, Entry)),
    /// It goes where a pointer leads to: to one of these functions, or to one that the program does not know.
    CallThrough(ExprId, Call<'p>, Vec<(FunctionId, Entry)>),
}

/// A call being made.
pub struct Call<'p> {
    pub edge: u32,
    pub dst: &'p Destination,
    pub args: &'p [Value],
    pub pos: Pos,
    /// Behind it.
    pub next: Point,
}

/// How a function is entered.
pub enum Entry {
    Error,
    Undefined(Undefined),
    /// It cannot be followed.
    Stuck(String),
    /// In place.
    Code(Point),
    /// By its summary.
    Summary(Point),
}

impl<'p> Flow<'p> {
    pub fn ways(&self) -> &[Way<'p>] {
        match self {
            Flow::Edges(ways) => ways,
            _ => &[],
        }
    }

    /// Points that control may go to.
    pub fn successors(&self) -> Vec<Point> {
        match self {
            Flow::Begin(next) | Flow::Around(next) => vec![*next],
            Flow::Back(caller, _, edge) => vec![Point { context: *caller, at: edge.to }],
            Flow::End => Vec::new(),
            Flow::Edges(ways) => {
                let mut all = Vec::with_capacity(ways.len());
                ways.iter().for_each(|way| way.successors(&mut all));
                all
            }
        }
    }
}

impl Way<'_> {
    fn successors(&self, out: &mut Vec<Point>) {
        for (_, entry) in self.entries() {
            match entry {
                Entry::Code(point) | Entry::Summary(point) => out.push(*point),
                Entry::Undefined(what) if what.is_left() => out.push(self.next),
                Entry::Undefined(_) | Entry::Error | Entry::Stuck(_) => {}
            }
        }
        if matches!(self.turn, Turn::On | Turn::CallThrough(..)) {
            out.push(self.next);
        }
    }

    pub fn entries(&self) -> &[(FunctionId, Entry)] {
        match &self.turn {
            Turn::Call(_, entry) => std::slice::from_ref(entry),
            Turn::CallThrough(_, _, entries) => entries,
            Turn::On | Turn::Nowhere | Turn::Stuck(_) => &[],
        }
    }

    /// Whether control never comes behind the edge, whomever it calls.
    pub fn is_terminal(&self) -> bool {
        matches!(self.turn, Turn::Nowhere | Turn::Stuck(_))
    }

    /// Whether a run may end here, or not be one of those that are looked at.
    pub fn may_stop(&self, body: &Body) -> bool {
        let (Turn::Call(call, _) | Turn::CallThrough(_, call, _)) = &self.turn else {
            return self.is_terminal();
        };
        self.entries().iter().any(|(_, entry)| match entry {
            Entry::Error | Entry::Stuck(_) => true,
            Entry::Undefined(what) => what.may_stop(body, call.args),
            Entry::Code(_) | Entry::Summary(_) => false,
        })
    }
}

impl<'p> Builder<'p> {
    pub fn flow(&mut self, point: Point) -> Flow<'p> {
        let context = point.context;
        if point.at == ENTRANCE {
            return Flow::Begin(Point { context, at: Body::ENTRY });
        }
        let here = self.here(context);
        if point.at == here.body.exit {
            return match self.caller(context) {
                Some((caller, edge)) => {
                    Flow::Back(caller, edge, &self.here(caller).body.edges[edge as usize])
                }
                None => Flow::End,
            };
        }
        if let Some(at) = self.cone.way_around(here.function, point.at) {
            return Flow::Around(Point { context, at });
        }
        let edges = (here.body.first[point.at.index()]..).zip(here.body.out(point.at));
        let ways = edges.map(|(number, edge)| {
            let next = Point { context, at: edge.to };
            Way { number, edge, next, turn: self.turn(here, (number, edge), next) }
        });
        Flow::Edges(ways.collect())
    }

    fn turn(&mut self, here: Here<'p>, (number, edge): (u32, &'p Edge), next: Point) -> Turn<'p> {
        match &edge.op {
            Op::Call { dst, callee, args } => {
                let call = Call { edge: number, dst, args, pos: edge.pos, next };
                let callees = self.callees.clone();
                let mut enter =
                    |target| (target, self.entry((next.context, number), (here.body, args), target));
                let pointer = match callee {
                    Callee::Direct(target) => return Turn::Call(call, enter(*target)),
                    Callee::Indirect(pointer, _) => *pointer,
                };
                let targets = callees.at(here.function, number, callee).iter();
                let mut entries: Vec<_> = targets.map(|&target| enter(target)).collect();
                let refused = callees.refused(here.function, number).iter();
                entries.extend(refused.map(|&target| {
                    let name = &self.program.function(target).source_name;
                    let why = format!("{name} called through a pointer to a function of another type");
                    (target, Entry::Stuck(why))
                }));
                Turn::CallThrough(pointer, call, entries)
            }
            Op::Unsequenced | Op::Unreachable | Op::Trap => Turn::Nowhere,
            Op::Unsupported(what) => Turn::Stuck(what.to_string()),
            Op::Asm(asm) if self.is_calling(here, asm) => {
                Turn::Stuck("assembly that calls a function".into())
            }
            Op::LongJump { .. } | Op::SetJump { .. } => Turn::Stuck("setjmp and longjmp".into()),
            _ => Turn::On,
        }
    }

    fn entry(
        &mut self,
        (caller, edge): (ContextId, u32),
        (body, args): (&Body, &[Value]),
        target: FunctionId,
    ) -> Entry {
        if self.is_error(target) {
            return Entry::Error;
        }
        if self.program.function(target).body.is_none() {
            return Entry::Undefined(self.undefined(target));
        }
        let name = &self.program.function(target).source_name;
        let entry = match self.is_chosen(target) {
            true => Entry::Summary(self.entrance_of(target)),
            false => match self.enter(caller, edge, target) {
                Some(context) => Entry::Code(Point { context, at: Body::ENTRY }),
                None => return Entry::Stuck(format!("recursion: {name} calls itself")),
            },
        };
        match self.is_passed(body, args, target) {
            true => entry,
            false => Entry::Stuck(format!("{name} called with arguments of other types")),
        }
    }

    /// Whether the machine passes a function such arguments.
    fn is_passed(&self, caller: &Body, args: &[Value], target: FunctionId) -> bool {
        let function = self.program.function(target);
        let Some(body) = &function.body else { return false };
        let is_passed = |(arg, &param): (&Value, &cfa::program::LocalId)| match (
            arg,
            self.program.types.as_scalar(body.local(param).ty),
        ) {
            (Value::Scalar(expr), Some(to)) => {
                let from = caller.expr(*expr).ty;
                let is_prototyped = self.is_prototyped(target);
                passing::argument(from, to, is_prototyped, self.program.model) != Passing::Lost
            }
            (Value::Aggregate(..), None) => true,
            _ => false,
        };
        args.len() >= body.params.len() && args.iter().zip(&body.params).all(is_passed)
    }

    pub(super) fn is_prototyped(&self, function: FunctionId) -> bool {
        match self.program.types.get(self.program.function(function).ty) {
            Type::Function(signature) => signature.prototyped,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_builder;
    use crate::{Options, Summaries};

    /// What control does at each call of `main`, in order: where it goes, and `!` if a run may end there.
    fn calls(text: &str, summaries: Summaries) -> Vec<String> {
        let text = format!(
            "extern void reach_error(void), abort(void), log_it(void); extern void __VERIFIER_assume(int); {text}"
        );
        with_builder(&text, &Options { summaries, ..Options::default() }, |builder, _, main| {
            let context = builder.of_main(main);
            let body = builder.here(context).body;
            let at = (0..).map(cfa::program::Location).take(body.locations());
            let points = at.filter(|&at| at != body.exit).map(|at| Point { context, at });
            let mut found = Vec::new();
            for point in points {
                let flow = builder.flow(point);
                for way in flow.ways().iter().filter(|way| matches!(way.edge.op, Op::Call { .. })) {
                    let mut to = Vec::new();
                    way.successors(&mut to);
                    let name = |point: &Point| match point.at {
                        _ if *point == way.next => "on".to_string(),
                        ENTRANCE => format!(
                            "summary of {}",
                            builder.program.function(builder.function(point.context)).name
                        ),
                        _ => builder.program.function(builder.function(point.context)).name.clone(),
                    };
                    let end = if way.may_stop(body) { "!" } else { "" };
                    found.push(to.iter().map(name).collect::<Vec<_>>().join(", ") + end);
                }
            }
            found
        })
    }

    #[test]
    fn a_call_leads_into_code_or_on_or_nowhere() {
        let check = |call: &str, expected: &str| {
            let text = format!(
                "static void f(void) {{}}
                 int main(void) {{ int n; {call} return n; }}"
            );
            assert_eq!(calls(&text, Summaries::None), [expected], "{call}");
        };
        check("f();", "f");
        check("log_it();", "on");
        check("abort();", "!");
        check("reach_error();", "!");
        check("__VERIFIER_assume(n);", "on!");
        check("void (*p)(void) = n ? f : abort; p();", "f, on!");
        check("main();", "!");
    }

    #[test]
    fn what_calls_itself_is_entered_by_its_summary() {
        let text = "static void g(int n) { if (n) g(n - 1); } int main(void) { g(3); return 0; }";
        assert_eq!(calls(text, Summaries::Recursive), ["summary of g"]);
        assert_eq!(calls(text, Summaries::None), ["g"]);
    }
}
