//! Names for everything in a program that must be recognised in another one.
//!
//! Within a program names are unique, whatever the earlier program's outline holds: soundness rests on that.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use cfa::address::Addresses;
use cfa::fragment::Fragments;
use cfa::op::Op;
use cfa::part::Part;
use cfa::program::{Body, Function, FunctionId, Local, LocalId, LocalKind, Location, Program};
use cfa::view::Context;
use cfa::view::location::{Content, PartContent};

use crate::align::align;
use crate::element::{Element, Parts};
use crate::hash::Hash;
use crate::outline::{FunctionOutline, LocationOutline, Outline};

/// Names and elements, by function; empty for functions that are not defined.
#[derive(Clone, Debug)]
pub struct Names {
    /// Unique in the program.
    pub locations: Vec<Vec<u64>>,
    /// Unique in the function.
    pub locals: Vec<Vec<u64>>,
    /// Defined or not.
    pub functions: Vec<u64>,
    /// The elements of the locations.
    pub contents: Vec<Vec<Element>>,
    /// What a call of the function depends on: the element of its entry; of an undefined one its signature.
    pub entries: Vec<Element>,
    /// The elements of the parts of locations, in order.
    pub parts: Vec<Vec<(Location, Part, Element)>>,
    pub(crate) shapes: Vec<Vec<LocationOutline>>,
}

impl Names {
    /// Names handed on from the program that `base` outlines where locations seem to be the same; without one, names by
    /// position.
    pub fn of(program: &Program, base: Option<&Outline>) -> Names {
        let (addresses, fragments) = (Addresses::of(program), Fragments::of(program));
        Names::in_context(&Context::new(program, &addresses, &fragments), base)
    }

    pub(crate) fn in_context(context: &Context, base: Option<&Outline>) -> Names {
        let program = context.program;
        let (contents, signatures) = (context.all_contents(), context.all_signatures());
        let mut shapes: Vec<_> =
            program.functions.iter().zip(&contents).map(|(it, contents)| shape(it, contents)).collect();
        name_locations(program, &mut shapes, base);
        let functions = program.functions.iter().zip(&shapes);
        let mut taken = HashSet::default();
        let mut name = |it: &Function| unused(&mut taken, Hash::new("function").text(&it.name));
        let mut names = Names {
            locations: shapes.iter().map(|it| it.iter().map(|location| location.name).collect()).collect(),
            locals: functions.map(|(function, shape)| name_locals(function, shape)).collect(),
            functions: program.functions.iter().map(&mut name).collect(),
            contents: Vec::with_capacity(shapes.len()),
            entries: Vec::with_capacity(shapes.len()),
            parts: Vec::with_capacity(shapes.len()),
            shapes,
        };
        for (index, (contents, signature)) in contents.iter().zip(&signatures).enumerate() {
            let (elements, parts) = names.elements(program, FunctionId(index as u32), contents, signature);
            names.parts.push(parts);
            names.entries.push(elements.first().copied().unwrap_or_else(|| Element::undefined(signature)));
            names.contents.push(elements);
        }
        names
    }

    /// What is to be kept, so that these names can be handed on. `program` is the one they were made for.
    pub fn outline(&self, program: &Program) -> Outline {
        outline(program, self.shapes.clone())
    }

    fn elements(
        &self,
        program: &Program,
        id: FunctionId,
        contents: &[Content],
        signature: &[u8],
    ) -> (Vec<Element>, Vec<(Location, Part, Element)>) {
        let (locations, locals) = (&self.locations[id.index()], &self.locals[id.index()]);
        let element = |at: usize, content: &[u8], temporaries: &[LocalId], to: &[u32]| {
            Element::of(Parts {
                function: &program.function(id).name,
                location: locations[at],
                content,
                temporaries: temporaries.iter().map(|local| locals[local.index()]).collect(),
                targets: to.iter().map(|&to| locations[to as usize]).collect(),
                signature: (at == Body::ENTRY.index()).then_some(signature),
            })
        };
        let (mut elements, mut parts) = (Vec::with_capacity(contents.len()), Vec::new());
        for (at, content) in contents.iter().enumerate() {
            let to = &self.shapes[id.index()][at].to;
            elements.push(element(at, &content.bytes, &content.temporaries, to));
            for PartContent { part, bytes, temporaries } in &content.parts {
                let only = part.edge.unwrap_or_default() as usize;
                let element = element(at, bytes, temporaries, &to[only..=only]).of_part();
                parts.push((Location(at as u32), *part, element));
            }
        }
        (elements, parts)
    }
}

impl Outline {
    /// That of a program whose locations have no names.
    pub fn unnamed(program: &Program) -> Outline {
        let (addresses, fragments) = (Addresses::of(program), Fragments::of(program));
        let contents = Context::new(program, &addresses, &fragments).all_contents();
        outline(
            program,
            program.functions.iter().zip(&contents).map(|(it, contents)| shape(it, contents)).collect(),
        )
    }
}

fn outline(program: &Program, shapes: Vec<Vec<LocationOutline>>) -> Outline {
    let functions = program.functions.iter().zip(shapes).filter(|(it, _)| it.body.is_some());
    let mut functions: Vec<_> =
        functions.map(|(it, locations)| FunctionOutline { name: it.name.clone(), locations }).collect();
    functions.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    Outline { functions }
}

/// A function's outline, with the names still to come.
fn shape(function: &Function, contents: &[Content]) -> Vec<LocationOutline> {
    let Some(body) = &function.body else { return Vec::new() };
    let location = |(at, content): (u32, &Content)| LocationOutline {
        name: 0,
        content: Hash::new("content").bytes(&content.bytes).short(),
        to: body.out(Location(at)).iter().map(|edge| edge.to.0).collect(),
    };
    (0..).zip(contents).map(location).collect()
}

fn name_locations(program: &Program, shapes: &mut [Vec<LocationOutline>], base: Option<&Outline>) {
    let earlier = base.map_or(&[][..], |base| &base.functions);
    let by_name: HashMap<&str, &FunctionOutline> = earlier.iter().map(|it| (it.name.as_str(), it)).collect();
    let mut taken: HashSet<u64> = HashSet::default();
    let mut unnamed: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, shape) in shapes.iter_mut().enumerate() {
        let old = by_name.get(program.functions[index].name.as_str());
        let old: &[LocationOutline] = old.map_or(&[], |it| &it.locations);
        let mut places = Vec::new();
        for (at, partner) in align(old, shape).into_iter().enumerate() {
            match partner.map(|partner| old[partner as usize].name) {
                // An outline that gives two locations one name is damaged: the second does without.
                Some(name) if taken.insert(name) => shape[at].name = name,
                _ => places.push(at),
            }
        }
        unnamed.push((index, places));
    }
    // Names of locations that are gone stay theirs: whoever gets a fresh one is not taken for them.
    taken.extend(earlier.iter().flat_map(|it| &it.locations).map(|it| it.name));
    for (index, places) in unnamed {
        let function = &program.functions[index].name;
        let hash = match base {
            None => Hash::new("location").text(function),
            Some(_) => Hash::new("new location").text(function).number(whole_function(&shapes[index])),
        };
        for at in places {
            shapes[index][at].name = unused(&mut taken, hash.clone().number(at as u64));
        }
    }
}

/// A name made of a hash that is not taken yet. It is now.
fn unused(taken: &mut HashSet<u64>, hash: Hash) -> u64 {
    let mut salt = 0;
    loop {
        let name = hash.clone().number(salt).short();
        if taken.insert(name) {
            return name;
        }
        salt += 1;
    }
}

/// A hash over the contents and edges of a function.
fn whole_function(shape: &[LocationOutline]) -> u64 {
    let hash = Hash::new("function's content").number(shape.len() as u64);
    let add = |hash: Hash, it: &LocationOutline| {
        hash.number(it.content).numbers(it.to.iter().map(|&to| u64::from(to)))
    };
    shape.iter().fold(hash, add).short()
}

/// Variables and parameters by their own names; temporaries by the location that first writes them, and how many it
/// wrote before.
fn name_locals(function: &Function, shape: &[LocationOutline]) -> Vec<u64> {
    let Some(body) = &function.body else { return Vec::new() };
    let origins = origins(body);
    let mut taken = HashSet::default();
    let name = |(local, origin): (&Local, &Option<(u32, u64)>)| {
        let hash = match (local.kind, origin) {
            (LocalKind::Parameter | LocalKind::Variable, _) => Hash::new("local").text(&local.name),
            (LocalKind::Temporary, Some((at, ordinal))) => {
                Hash::new("temporary").number(shape[*at as usize].name).number(*ordinal)
            }
            // It holds no value that anybody could read.
            (LocalKind::Temporary, None) => Hash::new("unwritten"),
        };
        unused(&mut taken, hash.text(&function.name))
    };
    body.locals.iter().zip(&origins).map(name).collect()
}

/// For each temporary the first location that writes it, and how many it is the first to write before.
fn origins(body: &Body) -> Vec<Option<(u32, u64)>> {
    let mut origins = vec![None; body.locals.len()];
    let mut here = (u32::MAX, 0);
    // Sorted by source location.
    for edge in &body.edges {
        if here.0 != edge.from.0 {
            here = (edge.from.0, 0);
        }
        let mut writes = |local: LocalId| {
            if body.local(local).kind == LocalKind::Temporary && origins[local.index()].is_none() {
                origins[local.index()] = Some(here);
                here.1 += 1;
            }
        };
        edge.op.for_each_written(&mut writes);
        if let Op::BeginVla { local, .. } = edge.op {
            writes(local);
        }
    }
    origins
}
