//! The elements of a program: what each of its locations is, so that a later program can tell whether it is still there.

use cfa::Program;
use machine::exec::Machine;
use machine::explore::{Hash, Names};
use machine::footprint::Layout;
use rustc_hash::FxHashSet as HashSet;

use crate::layer::Layer;
use crate::parts::Families;

/// What a location, a callee, the end of the program or a part of a location comes to, by number of the layout.
pub(crate) fn elements(
    machine: &Machine<'_>,
    layout: &Layout,
    named: &change::Names,
    names: &Names,
) -> (Vec<Hash>, Families) {
    let own = named.contents.iter().flatten().chain(&named.callees).map(|element| element.hash);
    let own = own.chain([[0; 16]]);
    let facts = machine.facts(layout, names);
    let both = |own: Hash, fact: Hash| {
        let hash = blake3::hash(&[own, fact].concat());
        let mut element = [0; 16];
        element.copy_from_slice(&hash.as_bytes()[..16]);
        element
    };
    let mut elements: Vec<Hash> = own.zip(&facts).map(|(own, fact)| both(own, *fact)).collect();
    let parts = named.parts.iter().flatten().zip(&facts[elements.len()..]);
    let (parts, mut families) = Families::of(layout, parts.map(|((_, _, own), fact)| both(own.hash, *fact)));
    elements.extend(parts);
    for (family, ends, whole) in machine.extent_facts() {
        elements.extend(families.add_extent(family, ends, elements.len() as u32));
        elements.push(whole);
    }
    elements.extend(machine.ahead_facts(names));
    (elements, families)
}

/// The locations of functions that are said to have changed.
pub(crate) fn changed_by_hand(program: &Program, layout: &Layout, changed: &[String]) -> HashSet<u32> {
    let mut numbers = HashSet::default();
    for (index, function) in program.functions.iter().enumerate() {
        if changed.contains(&function.source_name) {
            let function = cfa::program::FunctionId(index as u32);
            numbers.extend(layout.of_function(function).chain(layout.ahead_of_function(function)));
        }
    }
    numbers
}

pub(crate) fn changed_functions(
    program: &Program,
    layout: &Layout,
    elements: &[Hash],
    base: &[Layer],
    changed: &HashSet<u32>,
) -> Vec<String> {
    let known: HashSet<&Hash> = base.iter().flat_map(|layer| &layer.elements).collect();
    let is_new = |number: u32| changed.contains(&number) || !known.contains(&elements[number as usize]);
    let functions = program.functions.iter().enumerate().filter(|(_, function)| function.body.is_some());
    functions
        .filter(|(index, _)| layout.of_function(cfa::program::FunctionId(*index as u32)).any(is_new))
        .map(|(_, function)| function.source_name.clone())
        .collect()
}

pub(crate) fn names(named: &change::Names) -> Names {
    Names {
        functions: named.functions.clone(),
        objects: named.objects.clone(),
        locations: named.locations.clone(),
        locals: named.locals.clone(),
        records: named.records.clone(),
    }
}
