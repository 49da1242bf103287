//! Summary selection: algorithm 1, for each fragment when the search first comes to it.
//!
//! Whether a fragment is what it was is one look at keys, and only summaries of such fragments are read (lazy loading). A summary is
//! selected with all that it enters, or not at all.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::sync::Arc;

use cfa::program::FunctionId;

use super::Summary;
use super::fragment::Fragments;
use super::section::Section;
use crate::block::{Builder, Point};
use crate::proof::bytes::functions;
use formula::digest::Digest;

/// Summaries of one fragment that are looked at, the newest ones.
const MOST: usize = 16;

/// A summary in a section.
type Written = (usize, usize);

/// The summary cache Ξ, as far as it was asked for.
pub struct Cache {
    sections: Vec<Section>,
    pub fragments: Fragments,
    functions: HashMap<String, FunctionId>,
    /// The summaries that are selected, and where each is; nothing for those that were refused.
    pub selected: Vec<Summary>,
    numbers: HashMap<Written, Option<usize>>,
    asked: HashSet<Point>,
}

impl Cache {
    /// The summaries of runs, the newest first; nothing if there are none.
    pub fn of(builder: &Builder<'_>, runs: &[Arc<[u8]>]) -> Option<Cache> {
        let sections: Vec<Section> = runs.iter().filter_map(Section::open).collect();
        (!sections.is_empty()).then(|| Cache {
            sections,
            fragments: Fragments::default(),
            functions: functions(builder),
            selected: Vec::new(),
            numbers: HashMap::default(),
            asked: HashSet::default(),
        })
    }

    pub fn offered(&self) -> u64 {
        self.sections.iter().map(|section| section.entries.len() as u64).sum()
    }

    /// Obligations that were met.
    pub fn met(&self) -> impl Iterator<Item = Digest> {
        self.sections.iter().flat_map(|section| section.met.iter().copied())
    }

    /// Selects the summaries of a fragment, with those that they enter.
    pub fn select(&mut self, builder: &mut Builder<'_>, entrance: Point) {
        if !self.asked.insert(entrance) {
            return;
        }
        let Some(fragment) = self.fragments.get(builder, entrance) else { return };
        let (mut written, mut seen) = (Vec::new(), HashSet::default());
        let name = &builder.program.function(builder.function(entrance.context)).name;
        for (number, section) in self.sections.iter().enumerate() {
            for (entry, it) in section.entries.iter().enumerate() {
                let is_it = it.key == fragment.key && it.function.as_ref().is_none_or(|it| it == name);
                // Runs have many in common.
                if is_it
                    && seen.len() < MOST
                    && (it.uses.iter().any(|&it| it != entry) || seen.insert(section.body(entry)))
                {
                    written.push((number, entry));
                }
            }
        }
        written.truncate(MOST);
        written.into_iter().for_each(|it| self.take(builder, entrance, it));
    }

    /// Reads a summary of a fragment, unless it is refused.
    fn take(&mut self, builder: &mut Builder<'_>, entrance: Point, first: Written) {
        let section = &self.sections[first.0];
        let (mut all, mut next) = (vec![first.1], 0);
        while let Some(&entry) = all.get(next) {
            next += 1;
            for &used in &section.entries[entry].uses {
                if !all.contains(&used) {
                    all.push(used);
                }
            }
        }
        all.retain(|&entry| !matches!(self.numbers.get(&(first.0, entry)), Some(Some(_))));
        let mut loaded = Vec::new();
        for &entry in &all {
            let entrance = match entry == first.1 {
                true => Some(entrance),
                false => self.entrance(builder, (first.0, entry)),
            };
            let fragment = entrance.and_then(|it| self.fragments.get(builder, it));
            let section = &self.sections[first.0];
            let summary = fragment
                .filter(|it| it.key == section.entries[entry].key)
                .and_then(|fragment| section.load(builder, &fragment, entry));
            let Some(summary) = summary else {
                self.numbers.insert(first, None);
                return;
            };
            loaded.push(summary);
        }
        for (number, &entry) in (self.selected.len()..).zip(&all) {
            self.numbers.insert((first.0, entry), Some(number));
        }
        let section = first.0;
        let here = self
            .numbers
            .iter()
            .filter_map(|(&(of, entry), &it)| Some((entry, it.filter(|_| of == section)?)));
        let numbers: HashMap<usize, usize> = here.collect();
        self.selected.extend(loaded.into_iter().map(|summary| summary.renumbered(&numbers)));
    }

    /// Where the procedure begins that a summary is of.
    fn entrance(&self, builder: &mut Builder<'_>, (section, entry): Written) -> Option<Point> {
        let name = self.sections[section].entries[entry].function.as_ref()?;
        let function = *self.functions.get(name)?;
        builder.is_chosen(function).then(|| builder.entrance_of(function))
    }
}
