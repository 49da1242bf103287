//! Names for everything in a program that must be recognised in another one.
//!
//! Within a program names are unique, whatever the earlier program's outline holds: soundness rests on that.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use cfa::address::Addresses;
use cfa::fragment::Fragments;
use cfa::op::Op;
use cfa::part::Part;
use cfa::program::{Body, Function, FunctionId, LocalId, LocalKind, Location, ObjectId, ObjectKind, Program};
use cfa::view::Context;
use cfa::view::location::{Content, Mention, PartContent, Signature};

use crate::align::align;
use crate::element::{Element, Parts};
use crate::hash::Hash;
use crate::labels::{Aligned, label_functions, label_objects, pair_functions, unused, whole_function};
use crate::outline::{FunctionOutline, LocationOutline, Outline, RecordOutline};
use crate::records::label_records;

/// Names and elements, by function; empty for functions that are not defined.
#[derive(Clone, Debug)]
pub struct Names {
    /// Unique in the program.
    pub locations: Vec<Vec<u64>>,
    /// Unique in the function.
    pub locals: Vec<Vec<u64>>,
    /// Labels, defined or not; unique in the program.
    pub functions: Vec<u64>,
    /// Labels of static objects, unique in the program.
    pub objects: Vec<u64>,
    /// The elements of the locations.
    pub contents: Vec<Vec<Element>>,
    /// What a call of the function depends on, apart from what it executes: its signature.
    pub callees: Vec<Element>,
    /// The elements of the parts of locations, in order.
    pub parts: Vec<Vec<(Location, Part, Element)>>,
    /// Labels of the structs and unions that are allocated (`cfa::extent::allocated`), unique in the program.
    pub records: Vec<u64>,
    pub(crate) shapes: Vec<Vec<LocationOutline>>,
    record_outlines: Vec<RecordOutline>,
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
        let mut shapes = all_shapes(program, &contents);
        let is_labelled = |at: usize| context.is_labelled(FunctionId(at as u32));
        let pairs = pair_functions(program, &shapes, &is_labelled, base);
        let functions = label_functions(program, &is_labelled, &pairs, base);
        let partners = name_locations(program, &mut shapes, &pairs, base);
        let aligned = (0..shapes.len()).map(|at| Aligned {
            contents: &contents[at],
            shape: &shapes[at],
            earlier: pairs[at],
            partners: &partners[at],
        });
        let aligned: Vec<Aligned> = aligned.collect();
        let is_own = |at: usize| context.is_labelled_object(ObjectId(at as u32));
        let objects = label_objects(program, &is_own, &aligned, base);
        let each = program.functions.iter().zip(&aligned).zip(&functions);
        let locals =
            each.map(|((function, aligned), &label)| name_locals(function, aligned, label)).collect();
        let record_outlines = label_records(program, base);
        let mut names = Names {
            locations: shapes.iter().map(|it| it.iter().map(|location| location.name).collect()).collect(),
            locals,
            functions,
            objects,
            contents: Vec::with_capacity(shapes.len()),
            callees: Vec::with_capacity(shapes.len()),
            parts: Vec::with_capacity(shapes.len()),
            records: record_outlines.iter().map(|it| it.label).collect(),
            shapes,
            record_outlines,
        };
        for (index, contents) in contents.iter().enumerate() {
            let (id, signature) = (FunctionId(index as u32), &signatures[index]);
            let spelling = (!is_labelled(index)).then_some(program.functions[index].name.as_str());
            let (elements, parts) = names.elements(id, spelling, contents, signature);
            names.parts.push(parts);
            let label =
                |&mention: &Mention| label(mention, &names.locals[index], &names.functions, &names.objects);
            names.callees.push(match elements.is_empty() {
                true => Element::undefined(&signature.bytes),
                false => {
                    let parameters = signature.mentions.iter().map(label).collect();
                    Element::called(names.functions[index], spelling, &signature.bytes, parameters)
                }
            });
            names.contents.push(elements);
            for (shape, content) in names.shapes[index].iter_mut().zip(contents) {
                shape.mentions = content.mentions.iter().map(label).collect();
            }
        }
        names
    }

    /// What is to be kept, so that these names can be handed on. `program` is the one they were made for.
    pub fn outline(&self, program: &Program) -> Outline {
        let mut outline = outline(program, self.shapes.clone());
        let places = program.functions.iter().enumerate().map(|(at, it)| (it.name.as_str(), at));
        let places: HashMap<&str, usize> = places.collect();
        for function in &mut outline.functions {
            let Some(&at) = places.get(function.name.as_str()) else { continue };
            let Some(body) = &program.functions[at].body else { continue };
            let labels = &self.locals[at];
            function.label = self.functions[at];
            function.parameters = body.params.iter().map(|param| labels[param.index()]).collect();
            let named = body.locals.iter().zip(labels).filter(|(it, _)| it.kind != LocalKind::Temporary);
            function.locals = named.map(|(it, &label)| (it.name.clone(), label)).collect();
        }
        let objects = program.objects.iter().zip(&self.objects);
        let objects = objects.filter(|(it, _)| it.kind != ObjectKind::Literal);
        outline.objects = objects.map(|(it, &label)| (it.name.clone(), label)).collect();
        outline.objects.sort_unstable();
        outline.records = self.record_outlines.clone();
        outline
    }

    fn elements(
        &self,
        id: FunctionId,
        spelling: Option<&str>,
        contents: &[Content],
        signature: &Signature,
    ) -> (Vec<Element>, Vec<(Location, Part, Element)>) {
        let (locations, locals) = (&self.locations[id.index()], &self.locals[id.index()]);
        let labels = |mentions: &[Mention]| {
            let label = |&mention: &Mention| label(mention, locals, &self.functions, &self.objects);
            mentions.iter().map(label).collect::<Vec<u64>>()
        };
        let element = |at: usize, content: &[u8], mentions: &[Mention], to: &[u32]| {
            let is_entry = at == Body::ENTRY.index();
            Element::of(Parts {
                function: self.functions[id.index()],
                spelling,
                location: locations[at],
                content,
                mentions: labels(mentions),
                targets: to.iter().map(|&to| locations[to as usize]).collect(),
                signature: is_entry.then(|| (signature.bytes.as_slice(), labels(&signature.mentions))),
            })
        };
        let (mut elements, mut parts) = (Vec::with_capacity(contents.len()), Vec::new());
        for (at, content) in contents.iter().enumerate() {
            let to = &self.shapes[id.index()][at].to;
            elements.push(element(at, &content.bytes, &content.mentions, to));
            for PartContent { part, bytes, mentions } in &content.parts {
                let only = part.edge().unwrap_or_default() as usize;
                let element = element(at, bytes, mentions, &to[only..=only]).of_part();
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
        outline(program, all_shapes(program, &contents))
    }
}

/// What something is called.
fn label(mention: Mention, locals: &[u64], functions: &[u64], objects: &[u64]) -> u64 {
    match mention {
        Mention::Local(local) => locals[local.index()],
        Mention::Function(function) => functions[function.index()],
        Mention::Object(object) => objects[object.index()],
    }
}

/// Without labels.
fn outline(program: &Program, shapes: Vec<Vec<LocationOutline>>) -> Outline {
    let functions = program.functions.iter().zip(shapes).filter(|(it, _)| it.body.is_some());
    let function = |(it, locations): (&Function, _)| FunctionOutline {
        name: it.name.clone(),
        label: 0,
        parameters: Vec::new(),
        locals: Vec::new(),
        locations,
    };
    let mut functions: Vec<_> = functions.map(function).collect();
    functions.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    Outline { functions, ..Outline::default() }
}

/// The outlines of all functions, with names and labels still to come.
fn all_shapes(program: &Program, contents: &[Vec<Content>]) -> Vec<Vec<LocationOutline>> {
    let functions = program.functions.iter().zip(contents);
    functions.map(|(function, contents)| shape(program, function, contents)).collect()
}

fn shape(program: &Program, function: &Function, contents: &[Content]) -> Vec<LocationOutline> {
    let Some(body) = &function.body else { return Vec::new() };
    let spelling = |mention: &Mention| match *mention {
        Mention::Local(local) if body.local(local).kind == LocalKind::Temporary => "",
        Mention::Local(local) => &body.local(local).name,
        Mention::Object(object) => &program.object(object).name,
        Mention::Function(function) => &program.function(function).name,
    };
    let location = |(at, content): (u32, &Content)| {
        let shape = Hash::new("content").bytes(&content.bytes);
        LocationOutline {
            name: 0,
            shape: shape.short(),
            content: content.mentions.iter().fold(shape, |hash, it| hash.text(spelling(it))).short(),
            mentions: Vec::new(),
            to: body.out(Location(at)).iter().map(|edge| edge.to.0).collect(),
        }
    };
    (0..).zip(contents).map(location).collect()
}

/// Names all locations. Of each function, which locations of the earlier one they seem to be.
fn name_locations(
    program: &Program,
    shapes: &mut [Vec<LocationOutline>],
    pairs: &[Option<&FunctionOutline>],
    base: Option<&Outline>,
) -> Vec<Vec<Option<u32>>> {
    let mut taken: HashSet<u64> = HashSet::default();
    let mut unnamed: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut all = Vec::with_capacity(shapes.len());
    for (index, shape) in shapes.iter_mut().enumerate() {
        let old: &[LocationOutline] = pairs[index].map_or(&[], |it| &it.locations);
        let mut places = Vec::new();
        let partners = align(old, shape);
        for (at, partner) in partners.iter().enumerate() {
            match partner.map(|partner| old[partner as usize].name) {
                // An outline that gives two locations one name is damaged: the second does without.
                Some(name) if taken.insert(name) => shape[at].name = name,
                _ => places.push(at),
            }
        }
        all.push(partners);
        unnamed.push((index, places));
    }
    // Names of locations that are gone stay theirs: whoever gets a fresh one is not taken for them.
    let earlier = base.map_or(&[][..], |base| &base.functions);
    taken.extend(earlier.iter().flat_map(|it| &it.locations).map(|it| it.name));
    for (index, places) in unnamed {
        let function = &program.functions[index].name;
        let hash = match base {
            None => Hash::new("location").text(function),
            Some(_) => Hash::new("new location").text(function).number(whole_function(&shapes[index])),
        };
        for at in places {
            shapes[index][at].name = unused(&mut taken, &hash.clone().number(at as u64));
        }
    }
    all
}

/// Variables and parameters by their labels; temporaries by the location that first writes them, and how many it wrote before.
fn name_locals(function: &Function, aligned: &Aligned, label: u64) -> Vec<u64> {
    let Some(body) = &function.body else { return Vec::new() };
    let (origins, labels) = (origins(body), aligned.locals(function, label));
    let mut taken: HashSet<u64> = labels.iter().flatten().copied().collect();
    let name = |(origin, label): (&Option<(u32, u64)>, Option<u64>)| {
        let hash = match origin {
            Some((at, ordinal)) => {
                Hash::new("temporary").number(aligned.shape[*at as usize].name).number(*ordinal)
            }
            // It holds no value that anybody could read.
            None => Hash::new("unwritten"),
        };
        label.unwrap_or_else(|| unused(&mut taken, &hash))
    };
    origins.iter().zip(labels).map(name).collect()
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
