//! Interpolants over words, where integers say nothing: of bits, and of comparisons that the rest of a path makes.
//!
//! Chockler, Ivrii, Matsliah: *Computing Interpolants without Proofs* (HVC 2012). Between what is known behind a step and the
//! rest of the path: as long as the rest can be passed, a state from which it can is generalised to a cube that no run
//! gets to, and the cube is excluded. What excludes all of them is an interpolant, and what is known behind the next
//! step follows from it.
//!
//! Guarantee: none is needed, since predicates are not trusted; but with the clauses that are found, the path as it is
//! is excluded.
//!
//! Deviations: (1) cubes are of bits and of comparisons, tried without bits first; (2) a state whose words say too
//! little, since memory decides, and cubes that do not become small, end the search without a result.

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeSet;

use crate::block::{Builder, Point, equalities};
use crate::path::{Link, Path, Step};
use crate::refine::{Atoms, Found};
use formula::{Sort, Symbol, Term, Terms};
use solver::{Answer, Query, Smt, Values};

/// Steps that a path may have.
const STEPS: usize = 40;
/// Cubes that are excluded at one point.
const CUBES: usize = 64;
/// Literals that a cube may have in the end, and when they begin to be left out one by one.
const LITERALS: usize = 8;
const CORE: usize = 64;
/// Steps of one query.
const EFFORT: u32 = 1_000_000;

/// What holds of a state together.
type Cube = Vec<Term>;

/// Sets of predicates, each to be tried only if those before it did not help.
pub fn find(builder: &mut Builder<'_>, smt: &mut Smt, path: &Path) -> Vec<Found> {
    let is_plain = path.steps.iter().all(|step| matches!(step.link, Link::Within));
    if !is_plain || path.steps.len() > STEPS {
        return Vec::new();
    }
    let (mut clauses, mut atoms) = (Found::new(), Found::new());
    let mut known = Term::TRUE;
    for number in 0..path.steps.len() - 1 {
        let step = &path.steps[number];
        let Some(point) = step.block().target.point() else { return Vec::new() };
        let Some(cubes) = separate(builder, smt, known, step, &path.steps[number + 1..], point) else {
            return Vec::new();
        };
        let terms = &mut builder.encoder.terms;
        let mut excluded: Vec<Term> = Vec::new();
        for cube in &cubes {
            let cube = terms.all(cube.iter().copied());
            excluded.push(terms.not(cube));
        }
        known = terms.all(excluded.iter().copied());
        if known == Term::FALSE {
            break;
        }
        clauses.push((point, excluded));
        atoms.push((point, cubes.concat()));
    }
    vec![clauses, atoms]
}

/// Cubes that a step does not lead to from what is known, and without which the rest cannot be passed.
fn separate(
    builder: &mut Builder<'_>,
    smt: &mut Smt,
    known: Term,
    step: &Step,
    rest: &[Step],
    point: Point,
) -> Option<Vec<Cube>> {
    let rest_valuation = &rest[0].valuation;
    let behind = Path::of(&mut builder.encoder, rest.to_vec());
    let mut atoms = Atoms::default();
    behind.guards.iter().for_each(|&guard| atoms.gather(builder, guard));
    let mut words = BTreeSet::new();
    builder.encoder.terms.for_each_symbol(&behind.guards, |symbol| {
        words.insert(symbol);
    });
    words.retain(|&symbol| {
        builder.is_visible(point, symbol)
            && builder.encoder.keys.is_variable(symbol)
            && matches!(builder.encoder.terms.symbol_sort(symbol), Sort::Bits(_))
    });
    let terms = &mut builder.encoder.terms;
    let (mut before, mut after) = (smt.query_with(EFFORT), smt.query_with(EFFORT));
    let at_start = equalities(&step.valuation, terms);
    for term in [known, at_start, step.block().guard] {
        before.assert(smt, terms, term);
    }
    let at_end = equalities(rest_valuation, terms);
    for &term in behind.guards.iter().chain([&at_end]) {
        after.assert(smt, terms, term);
    }
    if before.check(smt, terms, &[]) == Answer::Unsat {
        return Some(vec![Cube::new()]);
    }
    let mut cubes = Vec::new();
    loop {
        match after.check(smt, terms, &[]) {
            Answer::Unsat => return Some(cubes),
            Answer::Sat if cubes.len() < CUBES => {}
            _ => return None,
        }
        let state = State { values: after.model()?, step };
        let cube = state.generalise(terms, smt, &mut before, &atoms.found, &words)?;
        let all = terms.all(cube.iter().copied());
        let excluded = terms.not(all);
        after.assert(smt, terms, excluded);
        cubes.push(cube);
    }
}

/// A state from which the rest can be passed.
struct State<'a> {
    values: Values,
    /// The step that does not lead to it.
    step: &'a Step,
}

impl State<'_> {
    fn generalise(
        mut self,
        terms: &mut Terms,
        smt: &mut Smt,
        before: &mut Query,
        atoms: &[Term],
        words: &BTreeSet<Symbol>,
    ) -> Option<Cube> {
        let mut literals = Cube::new();
        for &atom in atoms {
            let holds = self.values.bool(smt, terms, atom)?;
            literals.push(if holds { atom } else { terms.not(atom) });
        }
        if let Some(cube) = self.core(terms, smt, before, &literals) {
            return Some(cube);
        }
        let mut bits = Vec::new();
        for &word in words {
            let word = terms.symbol(word);
            let value = self.values.bits(smt, terms, word)?;
            for bit in 0..terms.width(word) {
                let (it, value) = (terms.extract(word, bit, 1), terms.bits(1, value >> bit & 1));
                bits.push((bit, terms.eq(it, value)));
            }
        }
        // Low bits of sums depend on low bits only, so that few of them often do.
        bits.sort_by_key(|&(bit, _)| bit);
        literals.extend(bits.iter().map(|&(_, literal)| literal));
        self.core(terms, smt, before, &literals)
    }

    /// Few of the literals that the step does not lead to together, the first ones rather than the last.
    fn core(&self, terms: &mut Terms, smt: &mut Smt, before: &mut Query, literals: &[Term]) -> Option<Cube> {
        // Of what is behind the step, by what is before it.
        let mut behind: HashMap<Term, Term> = HashMap::default();
        let (mut all, mut done) = (Vec::new(), HashMap::default());
        let values = &self.step.block().values;
        for &literal in literals {
            let there = terms.replace(literal, &|symbol| values.get(&symbol).copied(), &mut done);
            behind.entry(there).or_insert_with(|| {
                all.push(there);
                literal
            });
        }
        if before.check(smt, terms, &all) != Answer::Unsat {
            return None;
        }
        let mut core = before.core(&all);
        if core.len() > CORE {
            return None;
        }
        let mut tried = core.clone();
        while let Some(literal) = tried.pop() {
            let without: Vec<Term> = core.iter().copied().filter(|&it| it != literal).collect();
            if before.check(smt, terms, &without) == Answer::Unsat {
                core = before.core(&without);
                tried.retain(|it| core.contains(it));
            }
        }
        (core.len() <= LITERALS).then(|| core.iter().map(|it| behind[it]).collect())
    }
}
