//! Summaries as bytes: an index, so that most need not be read, and each by itself.
//!
//! Everything is little-endian. `FORMAT`; the solver's version and the digests of obligations that it has met; the index, which has the
//! key, the function (of a loop none) and the length of each summary, and the numbers of those that it enters; the summaries. In these a symbol of the
//! fragment is `#` and its number, other data has its name; points of the fragment go by number, too. Nothing that is read is trusted to be well formed.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::ops::Range;
use std::sync::Arc;

use cfa::program::Location;

use super::fragment::{Fragment, Fragments};
use super::{Summary, Told};
use crate::abstraction::Place;
use crate::block::{Builder, Point};
use crate::proof::bytes::{Called, Reader, Rebuilt, Writer, called, functions, make_terms, put_text};
use crate::proof::{Node, Part};
use formula::digest::Digest;
use formula::{Node as Of, Symbol, Term};

const FORMAT: u32 = 2;

/// What is known of a summary without reading it.
pub struct Entry {
    pub key: Digest,
    /// The procedure; nothing if it is of a loop, which is known by its key.
    pub function: Option<String>,
    pub uses: Vec<usize>,
    body: Range<usize>,
}

/// The summaries of a run.
pub struct Section {
    bytes: Arc<[u8]>,
    pub entries: Vec<Entry>,
    /// Obligations that the solver at hand has met.
    pub met: Vec<Digest>,
}

impl Section {
    /// Nothing if these are no such bytes.
    pub fn open(bytes: &Arc<[u8]>) -> Option<Section> {
        let mut reader = Reader { bytes };
        (reader.number()? == FORMAT).then_some(())?;
        let met = reader.met()?;
        let mut entries = reader.list(|it| {
            let (key, function) = (Digest(*it.take(16)?.first_chunk()?), it.text()?);
            let uses = it.list(|it| Some(it.number()? as usize))?;
            let function = Some(function).filter(|it| !it.is_empty());
            Some(Entry { key, function, uses, body: 0..it.number()? as usize })
        })?;
        let mut start = bytes.len() - reader.bytes.len();
        for entry in &mut entries {
            let end = start.checked_add(entry.body.end).filter(|&end| end <= bytes.len())?;
            entry.body = start..end;
            start = end;
        }
        let count = entries.len();
        let is_whole = start == bytes.len() && entries.iter().flat_map(|it| &it.uses).all(|&it| it < count);
        is_whole.then(|| Section { bytes: bytes.clone(), entries, met })
    }

    /// What a summary says, without its numbers of others.
    pub fn body(&self, entry: usize) -> &[u8] {
        &self.bytes[self.entries[entry].body.clone()]
    }

    /// A summary of a fragment; those that it enters go by their numbers here.
    pub fn load(&self, builder: &mut Builder<'_>, fragment: &Fragment, entry: usize) -> Option<Summary> {
        let mut reader = Reader { bytes: self.body(entry) };
        let written = reader.terms()?;
        let precision = reader.list(|it| {
            let (function, at) = (it.text()?, it.number()?);
            let mut numbers = || it.list(|it| Some(it.number()? as usize));
            Some((function, at, numbers()?, numbers()?))
        })?;
        let (said, start) = (reader.condition()?, reader.hints()?);
        let written_nodes = reader.list(|it| Some((it.number()? as usize, it.condition()?, it.hints()?)))?;
        if !reader.bytes.is_empty() {
            return None;
        }
        let terms = Rebuilt::of(builder, &symbols(builder, fragment), &written)?;
        let functions = functions(builder);
        let mut told: HashMap<_, Told> = HashMap::default();
        for (function, at, predicates, tracked) in precision {
            let place = match function.as_str() {
                "" => builder.place(*fragment.points.get(at as usize)?),
                name => (*functions.get(name)?, Location(at)),
            };
            let told = told.entry(place).or_default();
            for number in predicates {
                // What speaks of what is gone is not told apart.
                let predicate = terms.term(number)?.filter(|&it| !is_lost(builder, &terms, it));
                told.0.extend(predicate);
            }
            for number in tracked {
                match terms.term(number)?.map(|it| builder.encoder.terms.node(it)) {
                    Some(Of::Symbol(symbol)) => _ = told.1.insert(symbol),
                    Some(_) => return None,
                    None => {}
                }
            }
        }
        let mut nodes = Vec::new();
        for (point, condition, next) in written_nodes {
            let (point, condition) = (*fragment.points.get(point)?, terms.condition(builder, &condition)?);
            nodes.push(Node { point, condition, next });
        }
        let entrance = *fragment.points.first()?;
        let function = Some(builder.function(entrance.context));
        let part = Part { function, entrance: terms.condition(builder, &said)?, start, nodes };
        let is_it = part.nodes.first().is_some_and(|node| node.point == entrance);
        (is_it || fragment.scope.is_none()).then_some(Summary { entrance, precision: told, part })
    }
}

fn is_lost(builder: &Builder<'_>, terms: &Rebuilt, term: Term) -> bool {
    let mut is_lost = false;
    builder.encoder.terms.for_each_symbol(&[term], |symbol| is_lost |= terms.is_lost(symbol));
    is_lost
}

/// What a symbol of a fragment is called by in its summaries.
fn numbered(builder: &Builder<'_>, fragment: &Fragment) -> impl Iterator<Item = (Symbol, Called)> {
    let call = |(number, &symbol): (usize, &Symbol)| {
        (symbol, (format!("#{number}"), builder.encoder.terms.symbol_sort(symbol), 0))
    };
    fragment.symbols.iter().enumerate().map(call)
}

/// Symbols by what summaries of a fragment call them. What the fragment mentions has a number and no name.
fn symbols(builder: &Builder<'_>, fragment: &Fragment) -> HashMap<Called, Symbol> {
    let others = called(builder).into_iter().filter(|(symbol, _)| !fragment.mentions(*symbol));
    numbered(builder, fragment).chain(others).map(|(symbol, it)| (it, symbol)).collect()
}

/// Writes summaries, with the obligations that are met. Those of fragments that have no key are left out, and so are those that enter
/// them.
pub fn write(
    builder: &mut Builder<'_>,
    fragments: &mut Fragments,
    summaries: &[Summary],
    met: &[Digest],
) -> Option<Vec<u8>> {
    let mut is_kept: Vec<bool> =
        summaries.iter().map(|it| fragments.get(builder, it.entrance).is_some()).collect();
    let uses: Vec<HashSet<usize>> = summaries.iter().map(Summary::uses).collect();
    while let Some(lost) = (0..is_kept.len())
        .find(|&it| is_kept[it] && !uses[it].iter().all(|&used| is_kept.get(used) == Some(&true)))
    {
        is_kept[lost] = false;
    }
    let kept: Vec<usize> = (0..summaries.len()).filter(|&it| is_kept[it]).collect();
    if kept.is_empty() || builder.limits.reached().is_some() {
        return None;
    }
    let numbers: HashMap<usize, usize> = kept.iter().copied().zip(0..).collect();
    let mut bytes = FORMAT.to_le_bytes().to_vec();
    put_text(&mut bytes, solver::version());
    bytes.extend((met.len() as u32).to_le_bytes());
    met.iter().for_each(|digest| bytes.extend(digest.0));
    bytes.extend((kept.len() as u32).to_le_bytes());
    let (mut bodies, names) = (Vec::new(), called(builder).into_iter().collect::<HashMap<_, _>>());
    for &number in &kept {
        let summary = &summaries[number];
        let fragment = fragments.get(builder, summary.entrance)?;
        let start = bodies.len();
        body(builder, &fragment, &names, &summary.clone().renumbered(&numbers), &mut bodies);
        let mut uses: Vec<u32> = uses[number].iter().map(|it| numbers[it] as u32).collect();
        uses.sort_unstable();
        bytes.extend(fragment.key.0);
        let function = fragment.scope.is_none().then(|| builder.function(summary.entrance.context));
        put_text(&mut bytes, function.map_or("", |it| &builder.program.function(it).name));
        bytes.extend((uses.len() as u32).to_le_bytes());
        uses.iter().for_each(|it| bytes.extend(it.to_le_bytes()));
        bytes.extend(((bodies.len() - start) as u32).to_le_bytes());
    }
    bytes.append(&mut bodies);
    Some(bytes)
}

fn body(
    builder: &mut Builder<'_>,
    fragment: &Fragment,
    names: &HashMap<Symbol, Called>,
    summary: &Summary,
    out: &mut Vec<u8>,
) {
    make_terms(builder, &summary.part);
    let mut precision: Vec<_> = summary.precision.iter().collect();
    precision.sort_unstable_by_key(|(place, _)| **place);
    let tracked: HashMap<Symbol, Term> = precision
        .iter()
        .flat_map(|(_, told)| &told.1)
        .map(|&symbol| (symbol, builder.encoder.terms.symbol(symbol)))
        .collect();
    let conditions = summary.part.nodes.iter().map(|node| &node.condition);
    let mut roots: Vec<Term> = tracked.values().copied().collect();
    roots.extend(precision.iter().flat_map(|(_, told)| &told.0));
    for condition in conditions.chain([&summary.part.entrance]) {
        roots.push(condition.formula);
        roots.extend(condition.known.keys().filter_map(|&it| builder.encoder.terms.find_symbol(it)));
        roots.extend(condition.known.values());
    }
    let mut spoken_of = HashMap::default();
    builder.encoder.terms.for_each_symbol(&roots, |symbol| {
        spoken_of.extend(names.get(&symbol).map(|name| (symbol, name.clone())));
    });
    spoken_of.extend(numbered(builder, fragment));
    let mut writer = Writer::new(builder, spoken_of);
    writer.number(precision.len());
    let numbers: HashMap<Point, usize> = fragment.points.iter().copied().zip(0..).collect();
    let own: HashMap<Place, usize> = fragment.points.iter().map(|&it| builder.place(it)).zip(0..).collect();
    for (&at, (predicates, symbols)) in precision {
        let name = &builder.program.function(at.0).name;
        writer.text(if own.contains_key(&at) { "" } else { name });
        writer.number(own.get(&at).map_or(at.1.0 as usize, |&number| number));
        let predicates: Vec<u32> = predicates.iter().map(|&it| writer.term(it)).collect();
        let symbols: Vec<u32> = symbols.iter().map(|it| writer.term(tracked[it])).collect();
        for list in [predicates, symbols] {
            writer.number(list.len());
            list.into_iter().for_each(|it| writer.number(it as usize));
        }
    }
    writer.condition(&summary.part.entrance);
    writer.hints(&summary.part.start);
    writer.number(summary.part.nodes.len());
    for node in &summary.part.nodes {
        // All of a part's points are the fragment's; others are none when it is read.
        writer.number(numbers.get(&node.point).copied().unwrap_or(u32::MAX as usize));
        writer.condition(&node.condition);
        writer.hints(&node.next);
    }
    writer.append_to(out);
}
