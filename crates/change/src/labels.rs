//! Labels of functions, variables and static objects: what they are called in facts, whatever the program calls them.
//!
//! They are handed on from an earlier program as the names of locations are. Injective labels are all that soundness needs: what a
//! fact says of something it says by label, and every operation that mentions the thing tells its label ([`crate::Element`]).
//! Whether the earlier program's thing of this label *is* this one, is a guess, and a bad one costs reuse.
//!
//! A function is paired with one of the same spelling and shape, else with the only other of the same shape, else with that of the
//! same spelling, else with one that has vanished and has half of its locations. Variables and objects are told by their role: each
//! pair of locations that do the same votes for those that they mention in the same place. Where nobody votes, the spelling decides.
//! Parameters go by their position.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use cfa::program::{Function, LocalKind, Program};
use cfa::view::location::{Content, Mention};

use crate::hash::Hash;
use crate::outline::{FunctionOutline, LocationOutline, Outline};

/// A name made of a hash that is not taken yet. It is now.
pub(crate) fn unused(taken: &mut HashSet<u64>, hash: &Hash) -> u64 {
    let mut salt = 0;
    loop {
        let name = hash.clone().number(salt).short();
        if taken.insert(name) {
            return name;
        }
        salt += 1;
    }
}

/// A hash over the shapes and edges of a function.
pub(crate) fn whole_function(shape: &[LocationOutline]) -> u64 {
    let hash = Hash::new("function's shape").number(shape.len() as u64);
    let add = |hash: Hash, it: &LocationOutline| {
        hash.number(it.shape).numbers(it.to.iter().map(|&to| u64::from(to)))
    };
    shape.iter().fold(hash, add).short()
}

/// For each function the earlier one that it seems to be. `is_labelled` says whose spelling does not matter.
pub(crate) fn pair_functions<'b>(
    program: &Program,
    shapes: &[Vec<LocationOutline>],
    is_labelled: &dyn Fn(usize) -> bool,
    base: Option<&'b Outline>,
) -> Vec<Option<&'b FunctionOutline>> {
    let earlier = base.map_or(&[][..], |base| &base.functions);
    let mut pairing = FunctionPairing {
        functions: &program.functions,
        earlier,
        wholes: shapes.iter().map(|shape| whole_function(shape)).collect(),
        earlier_wholes: earlier.iter().map(|it| whole_function(&it.locations)).collect(),
        pairs: vec![None; shapes.len()],
        is_taken: vec![false; earlier.len()],
    };
    let defined = (0..shapes.len()).filter(|&at| program.functions[at].body.is_some());
    let (free, spelled): (Vec<usize>, Vec<usize>) = defined.partition(|&at| is_labelled(at));
    pairing.by_spelling(&spelled, false);
    pairing.by_spelling(&free, true);
    pairing.by_shape(&free);
    pairing.by_spelling(&free, false);
    pairing.by_body(&free, shapes);
    pairing.pairs.iter().map(|pair| pair.map(|at| &earlier[at])).collect()
}

struct FunctionPairing<'a> {
    functions: &'a [Function],
    earlier: &'a [FunctionOutline],
    wholes: Vec<u64>,
    earlier_wholes: Vec<u64>,
    pairs: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl FunctionPairing<'_> {
    fn pair(&mut self, new: usize, old: usize) {
        self.pairs[new] = Some(old);
        self.is_taken[old] = true;
    }

    fn by_spelling(&mut self, which: &[usize], is_same_shape: bool) {
        let names = self.earlier.iter().zip(0..).map(|(it, at)| (it.name.as_str(), at));
        let by_name: HashMap<&str, usize> = names.collect();
        for &new in which.iter().filter(|&&new| self.pairs[new].is_none()).collect::<Vec<_>>() {
            let Some(&old) = by_name.get(self.functions[new].name.as_str()) else { continue };
            let is_alike = !is_same_shape || self.wholes[new] == self.earlier_wholes[old];
            if is_alike && !self.is_taken[old] {
                self.pair(new, old);
            }
        }
    }

    /// Those that are alone with their shape on both sides.
    fn by_shape(&mut self, which: &[usize]) {
        let mut old: HashMap<u64, Vec<usize>> = HashMap::default();
        for at in (0..self.earlier.len()).filter(|&at| !self.is_taken[at]) {
            old.entry(self.earlier_wholes[at]).or_default().push(at);
        }
        let mut new: HashMap<u64, Vec<usize>> = HashMap::default();
        for &at in which.iter().filter(|&&at| self.pairs[at].is_none()) {
            new.entry(self.wholes[at]).or_default().push(at);
        }
        for (whole, new) in new {
            if let (&[new], Some(&[old])) = (new.as_slice(), old.get(&whole).map(Vec::as_slice)) {
                self.pair(new, old);
            }
        }
    }

    /// With one that has no partner by its name, and at least half of the same locations.
    fn by_body(&mut self, which: &[usize], shapes: &[Vec<LocationOutline>]) {
        let names: HashSet<&str> = self.functions.iter().map(|it| it.name.as_str()).collect();
        let vanished: Vec<usize> = (0..self.earlier.len())
            .filter(|&at| !self.is_taken[at] && !names.contains(self.earlier[at].name.as_str()))
            .collect();
        for &new in which {
            if self.pairs[new].is_some() {
                continue;
            }
            let worth = |&old: &usize| {
                let locations = &self.earlier[old].locations;
                let common = common(&shapes[new], locations);
                (2 * common >= shapes[new].len().max(locations.len())).then_some((common, old))
            };
            let free = vanished.iter().copied().filter(|&old| !self.is_taken[old]);
            if let Some((_, old)) =
                free.filter_map(|old| worth(&old)).max_by_key(|(common, old)| (*common, usize::MAX - old))
            {
                self.pair(new, old);
            }
        }
    }
}

/// Locations that both have, by shape.
fn common(new: &[LocationOutline], old: &[LocationOutline]) -> usize {
    let mut left: HashMap<u64, usize> = HashMap::default();
    old.iter().for_each(|it| *left.entry(it.shape).or_default() += 1);
    let mut is_there = |it: &&LocationOutline| match left.get_mut(&it.shape) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    new.iter().filter(|it| is_there(it)).count()
}

/// Labels of some things: handed on, or fresh.
struct Assignment<'a> {
    /// By thing.
    labels: Vec<Option<u64>>,
    spellings: Vec<&'a str>,
    /// What the earlier program called things of each label.
    earlier: HashMap<u64, &'a str>,
    taken: HashSet<u64>,
}

impl Assignment<'_> {
    fn give(&mut self, thing: usize, label: u64) {
        if self.labels[thing].is_none() && self.earlier.contains_key(&label) && self.taken.insert(label) {
            self.labels[thing] = Some(label);
        }
    }

    /// The most votes first; of as many, those for the same spelling.
    fn vote(&mut self, votes: HashMap<(usize, u64), u32>) {
        let is_same = |thing: usize, label: u64| self.earlier.get(&label) == Some(&self.spellings[thing]);
        let mut votes: Vec<(u32, bool, usize, u64)> = votes
            .into_iter()
            .map(|((thing, label), count)| (count, is_same(thing, label), thing, label))
            .collect();
        votes.sort_unstable_by_key(|&(count, is_same, thing, label)| {
            (std::cmp::Reverse((count, is_same)), thing, label)
        });
        votes.into_iter().for_each(|(_, _, thing, label)| self.give(thing, label));
    }

    fn by_spelling(&mut self) {
        let mut by_spelling: HashMap<&str, u64> = HashMap::default();
        for (&label, &spelling) in self.earlier.iter().filter(|it| !self.taken.contains(it.0)) {
            let known = by_spelling.entry(spelling).or_insert(label);
            *known = (*known).min(label);
        }
        for thing in 0..self.labels.len() {
            if let Some(&label) = by_spelling.get(self.spellings[thing]) {
                self.give(thing, label);
            }
        }
    }

    /// Whoever has no label gets one that nobody has, not even who is gone.
    fn finish(mut self, fresh: impl Fn(usize) -> Hash) -> Vec<u64> {
        self.taken.extend(self.earlier.keys());
        let labels = self.labels.into_iter().enumerate();
        labels.map(|(thing, label)| label.unwrap_or_else(|| unused(&mut self.taken, &fresh(thing)))).collect()
    }
}

/// The locations of a function, and those of the earlier one that they seem to be.
pub(crate) struct Aligned<'a> {
    pub contents: &'a [Content],
    pub shape: &'a [LocationOutline],
    pub earlier: Option<&'a FunctionOutline>,
    pub partners: &'a [Option<u32>],
}

impl<'a> Aligned<'a> {
    /// Calls `f` with what is mentioned here and the label of what was mentioned in the same place there.
    fn for_each_vote(&self, mut f: impl FnMut(Mention, u64)) {
        let Some(earlier) = self.earlier else { return };
        for ((content, shape), partner) in self.contents.iter().zip(self.shape).zip(self.partners) {
            let Some(old) = partner.and_then(|at| earlier.locations.get(at as usize)) else { continue };
            if old.shape == shape.shape && old.mentions.len() == content.mentions.len() {
                content.mentions.iter().zip(&old.mentions).for_each(|(&mention, &label)| f(mention, label));
            }
        }
    }

    /// The labels of a function's locals: those of the program's own; temporaries have none yet.
    pub fn locals(&self, function: &'a Function, label: u64) -> Vec<Option<u64>> {
        let Some(body) = &function.body else { return Vec::new() };
        let named: Vec<usize> =
            (0..body.locals.len()).filter(|&at| body.locals[at].kind != LocalKind::Temporary).collect();
        let place: HashMap<usize, usize> = named.iter().enumerate().map(|(at, &local)| (local, at)).collect();
        let mut assignment = Assignment {
            labels: vec![None; named.len()],
            spellings: named.iter().map(|&local| body.locals[local].name.as_str()).collect(),
            earlier: self.earlier.iter().flat_map(|it| &it.locals).map(|it| (it.1, it.0.as_str())).collect(),
            taken: HashSet::default(),
        };
        if let Some(earlier) = self.earlier.filter(|it| it.parameters.len() == body.params.len()) {
            for (param, &label) in body.params.iter().zip(&earlier.parameters) {
                if let Some(&at) = place.get(&param.index()) {
                    assignment.give(at, label);
                }
            }
        }
        let mut votes = HashMap::default();
        self.for_each_vote(|mention, label| {
            if let Mention::Local(local) = mention
                && let Some(&at) = place.get(&local.index())
            {
                *votes.entry((at, label)).or_default() += 1;
            }
        });
        assignment.vote(votes);
        assignment.by_spelling();
        let fresh = |at: usize| Hash::new("local").text(&body.locals[named[at]].name).number(label);
        let labels = assignment.finish(fresh);
        let mut all = vec![None; body.locals.len()];
        named.into_iter().zip(labels).for_each(|(local, label)| all[local] = Some(label));
        all
    }
}

/// The labels of functions. Those whose spelling means something have labels of their spelling, and are served first.
pub(crate) fn label_functions(
    program: &Program,
    is_labelled: &dyn Fn(usize) -> bool,
    pairs: &[Option<&FunctionOutline>],
    base: Option<&Outline>,
) -> Vec<u64> {
    let functions = &program.functions;
    let mut taken = HashSet::default();
    let mut labels =
        spelled("function", functions.iter().map(|it| it.name.as_str()), is_labelled, &mut taken);
    for (label, pair) in labels.iter_mut().zip(pairs).filter(|(label, _)| label.is_none()) {
        *label = pair.map(|pair| pair.label).filter(|&label| taken.insert(label));
    }
    taken.extend(base.iter().flat_map(|base| &base.functions).map(|it| it.label));
    let labels = labels.into_iter().zip(functions);
    let fresh = |function: &Function| Hash::new("own function").text(&function.name);
    labels.map(|(label, it)| label.unwrap_or_else(|| unused(&mut taken, &fresh(it)))).collect()
}

/// The labels of those whose spelling means something.
fn spelled<'a>(
    kind: &str,
    names: impl Iterator<Item = &'a str>,
    is_labelled: &dyn Fn(usize) -> bool,
    taken: &mut HashSet<u64>,
) -> Vec<Option<u64>> {
    let label = |(at, name): (usize, &str)| {
        (!is_labelled(at)).then(|| unused(taken, &Hash::new("spelled").text(kind).text(name)))
    };
    names.enumerate().map(label).collect()
}

/// The labels of static objects.
pub(crate) fn label_objects(
    program: &Program,
    is_labelled: &dyn Fn(usize) -> bool,
    aligned: &[Aligned],
    base: Option<&Outline>,
) -> Vec<u64> {
    let mut taken = HashSet::default();
    let names = program.objects.iter().map(|it| it.name.as_str());
    let labels = spelled("object", names.clone(), is_labelled, &mut taken);
    let earlier = base.iter().flat_map(|base| &base.objects).map(|it| (it.1, it.0.as_str()));
    let mut assignment = Assignment { labels, spellings: names.collect(), earlier: earlier.collect(), taken };
    let mut votes = HashMap::default();
    for function in aligned {
        function.for_each_vote(|mention, label| {
            if let Mention::Object(object) = mention {
                *votes.entry((object.index(), label)).or_default() += 1;
            }
        });
    }
    assignment.vote(votes);
    assignment.by_spelling();
    assignment.finish(|at| Hash::new("own object").text(&program.objects[at].name))
}
