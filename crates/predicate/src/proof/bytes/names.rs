//! What points and symbols are called, so that a later run finds them again in what became of the program.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use cfa::Program;
use cfa::op::Op;
use cfa::program::{Body, Function, FunctionId, Location};

use crate::block::{Builder, Point};
use crate::summary::ENTRANCE;
use formula::{Sort, Symbol};

/// Where control is in a body, by a name that edits elsewhere in it leave alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Entrance,
    Exit,
    /// The n-th of those where blocks begin.
    Head(u32),
    /// Behind the n-th call.
    Behind(u32),
}

/// A point as it is written.
pub struct Named {
    pub root: String,
    pub is_summarised: bool,
    pub chain: Vec<(String, usize)>,
    pub place: Place,
}

/// What data or an address is called: its name and sort, and which of those of that name and sort it is.
pub type Called = (String, Sort, u32);

/// Data and addresses by what they are called, in an order that does not depend on what was made first. Inputs have names, too,
/// and are in no condition.
pub fn called(builder: &Builder<'_>) -> Vec<(Symbol, Called)> {
    let (terms, keys) = (&builder.encoder.terms, &builder.encoder.keys);
    let mut counts: HashMap<(&str, Sort), u32> = HashMap::default();
    let mut symbols: Vec<Symbol> = terms.symbols().filter(|&it| keys.key(it).is_some()).collect();
    symbols.sort_by_key(|&it| keys.key(it));
    let call = |symbol| {
        let (name, sort) = (terms.symbol_name(symbol), terms.symbol_sort(symbol));
        let count = counts.entry((name, sort)).or_default();
        *count += 1;
        (symbol, (name.to_string(), sort, *count - 1))
    };
    symbols.into_iter().map(call).collect()
}

/// The locals of a function, in order.
type Locals = (String, Vec<String>);

/// What a program calls its data, so that a later run can tell what was renamed.
pub struct Names {
    pub locals: Vec<Locals>,
    pub objects: Vec<String>,
}

impl Names {
    /// Those of the functions that names of symbols speak of, and of all static objects.
    pub fn of<'a>(program: &Program, symbols: impl Iterator<Item = &'a str>) -> Names {
        let scopes: HashSet<&str> =
            symbols.flat_map(words).filter_map(|it| it.rsplit_once("::")).map(|(scope, _)| scope).collect();
        let of = |function: &Function| {
            let body = function.body.as_ref().filter(|_| scopes.contains(function.name.as_str()))?;
            Some((function.name.clone(), body.locals.iter().map(|local| local.name.clone()).collect()))
        };
        Names {
            locals: program.functions.iter().filter_map(of).collect(),
            objects: program.objects.iter().map(|object| object.name.clone()).collect(),
        }
    }

    /// What is called otherwise in another program: where as many names are gone as are new, these are taken for those, in order. A
    /// wrong guess costs a proof, no more.
    pub fn renamed(&self, now: &Program) -> Renamed {
        let mut names = HashMap::default();
        let objects: Vec<&str> = now.objects.iter().map(|object| object.name.as_str()).collect();
        names.extend(pairs(&self.objects, &objects));
        for (function, old) in &self.locals {
            let body = now.functions.iter().find(|it| it.name == *function).and_then(|it| it.body.as_ref());
            let locals = body.into_iter().flat_map(|body| &body.locals);
            let locals: Vec<&str> = locals.map(|local| local.name.as_str()).collect();
            let full = |name: String| format!("{function}::{name}");
            names.extend(pairs(old, &locals).map(|(from, to)| (full(from), full(to))));
        }
        Renamed(names)
    }
}

/// Names that are only in the first list, each with the one of the second that is in its place.
fn pairs(old: &[String], new: &[&str]) -> impl Iterator<Item = (String, String)> {
    let (was, is): (HashSet<&str>, HashSet<&str>) =
        (old.iter().map(String::as_str).collect(), new.iter().copied().collect());
    let gone: Vec<String> = old.iter().filter(|it| !is.contains(it.as_str())).cloned().collect();
    let come: Vec<String> = new.iter().filter(|it| !was.contains(*it)).map(|it| it.to_string()).collect();
    let is_paired = gone.len() == come.len();
    gone.into_iter().zip(come).filter(move |_| is_paired)
}

/// Old names with the new ones.
pub struct Renamed(HashMap<String, String>);

impl Renamed {
    /// What the data of a name is called now.
    pub fn apply(&self, name: &str) -> String {
        let (mut result, mut rest) = (String::new(), name);
        for word in words(name) {
            // Words come in the order in which they stand there.
            let Some((before, after)) = rest.split_once(word) else { break };
            result.push_str(before);
            result.push_str(self.0.get(word).map_or(word, String::as_str));
            rest = after;
        }
        result + rest
    }
}

/// The names of locals and objects in the name of a symbol, such as `old(main::x)+4`.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let is_inner = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$' | ':' | '.' | '#' | '@');
    name.split(move |it| !is_inner(it)).filter(|word| !word.is_empty())
}

/// The edges of a function on which another may be called, in order.
pub fn calls<'a>(
    builder: &'a Builder<'_>,
    caller: FunctionId,
    callee: FunctionId,
) -> impl Iterator<Item = u32> + 'a {
    let edges = builder.program.function(caller).body.iter().flat_map(|body| &body.edges);
    (0..).zip(edges).filter_map(move |(number, edge)| match &edge.op {
        Op::Call { callee: pointer, .. } => {
            builder.callees.at(caller, number, pointer).contains(&callee).then_some(number)
        }
        _ => None,
    })
}

/// Where a point is in its body.
pub fn place(builder: &Builder<'_>, point: Point) -> Place {
    if point.at == ENTRANCE {
        return Place::Entrance;
    }
    if builder.exit_of(point.context) == point.at {
        return Place::Exit;
    }
    let heads = builder.heads(builder.function(point.context));
    let number = |found: Option<usize>| found.map(|it| it as u32);
    let head = number(heads.iter().position(|&at| at == point.at));
    let call = || number(behind(builder.here(point.context).body).position(|at| at == point.at));
    // Nothing is at the last number.
    head.map(Place::Head).or_else(|| call().map(Place::Behind)).unwrap_or(Place::Head(u32::MAX))
}

/// The locations behind calls, in the order of these.
fn behind(body: &Body) -> impl Iterator<Item = Location> {
    body.edges.iter().filter(|edge| matches!(edge.op, Op::Call { .. })).map(|edge| edge.to)
}

/// The point of a name.
pub fn resolve(
    builder: &mut Builder<'_>,
    functions: &HashMap<String, FunctionId>,
    main: FunctionId,
    named: &Named,
) -> Option<Point> {
    let root = *functions.get(&named.root)?;
    let mut context = match named.is_summarised {
        true if builder.is_chosen(root) => {
            builder.procedure(root)?;
            builder.summarised(root)
        }
        true => return None,
        false if root == main => builder.of_main(main),
        false => return None,
    };
    for (callee, number) in &named.chain {
        let callee = *functions.get(callee)?;
        let edge = calls(builder, builder.function(context), callee).nth(*number)?;
        context = builder.enter(context, edge, callee)?;
    }
    let at = match named.place {
        Place::Entrance => ENTRANCE,
        Place::Exit => builder.exit_of(context),
        Place::Head(number) => *builder.heads(builder.function(context)).get(number as usize)?,
        Place::Behind(number) => behind(builder.here(context).body).nth(number as usize)?,
    };
    Some(Point { context, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"))
    }

    #[test]
    fn what_was_renamed_is_found_by_its_place() {
        let old =
            program("static int count, limit; int main(void) { int i = count, j = limit; return i + j; }");
        let new =
            program("static int total, limit; int main(void) { int i = total, k = limit; return i + k; }");
        let renamed = Names::of(&old, ["main::i"].into_iter()).renamed(&new);
        assert_eq!(renamed.apply("main::j"), "main::k");
        assert_eq!(renamed.apply("old(main::j)+4"), "old(main::k)+4");
        assert_eq!(renamed.apply("memory(count)"), "memory(total)");
        assert_eq!(renamed.apply("main::i"), "main::i");
        // Where one is gone and two are new, nothing is known.
        let more = program("static int a, b, limit; int main(void) { int i = a + b + limit; return i; }");
        assert_eq!(Names::of(&old, [].into_iter()).renamed(&more).apply("count"), "count");
    }
}
