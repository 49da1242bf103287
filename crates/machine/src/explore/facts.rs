//! What the machine makes of a location beyond its operations: everything else in a program that a transition's result
//! depends on. Whoever reuses the result of a transition in another program must find the same there.

use cfa::part::Part;
use cfa::program::{FunctionId, Location};

use super::BUCKETS;
use super::disturb::bucket_of;
use super::names::Names;
use crate::code::{Code, Instr, Result_};
use crate::exec::{Machine, gate};
use crate::extent::{Extent, Whose};
use crate::footprint::Layout;
use crate::library::is_choice;

/// A hash, of the first 16 bytes.
pub type Hash = [u8; 16];

/// What stands for how large an object is.
pub struct ExtentFacts<'m> {
    pub whose: Whose,
    /// Apart from how large it is.
    pub family: Hash,
    /// Where its members end.
    pub ends: &'m [u32],
    /// All of it.
    pub whole: Hash,
}

fn hash(hasher: &blake3::Hasher) -> Hash {
    let mut out = [0; 16];
    out.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    out
}

impl Machine<'_> {
    /// For each number of the layout what the machine makes of it:
    /// - of a location: which registers matter there and where it leads to (others are not in fingerprints); which of its
    ///   jumps go backwards (they count towards the end of a transition); what it is compiled to, so whether a result is
    ///   used and whether a callee is known, and whether calling it is an error; the values of an input; what labels mean; what a
    ///   return ends; of which struct an allocation may be;
    /// - of a function: whether calling it is an error; the values it yields if it is an input and called through a pointer;
    /// - of the end of the program: the functions that are called then;
    /// - of a part of a location: as of the location, and of edges only its own; of several values of an input only that there are
    ///   several.
    pub fn facts(&self, layout: &Layout, names: &Names) -> Vec<Hash> {
        let (mut all, program) = (Vec::new(), self.image.program);
        for (index, code) in self.image.code.iter().enumerate() {
            let function = FunctionId(index as u32);
            let locations = 0..code.first_of.len();
            all.extend(locations.map(|at| self.location_facts(function, code, names, at, None)));
        }
        for (index, function) in program.functions.iter().enumerate() {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&[u8::from(self.is_error(index))]);
            let values = self.exploring().and_then(|e| e.inputs.taken(&function.name));
            hasher.update(format!("{values:?}").as_bytes());
            all.push(hash(&hasher));
        }
        let mut hasher = blake3::Hasher::new();
        for &destructor in &program.destructors {
            hasher.update(&names.functions[destructor.index()].to_le_bytes());
        }
        all.push(hash(&hasher));
        for (_, it) in layout.parts() {
            let at = it.location - layout.location(it.function, 0);
            let code = &self.image.code[it.function.index()];
            all.push(self.location_facts(it.function, code, names, at as usize, Some(it.part)));
        }
        all
    }

    /// What the machine makes of each extent, in order.
    pub fn extent_facts(&self) -> Vec<ExtentFacts<'_>> {
        let Some(exploring) = self.exploring() else { return Vec::new() };
        let hashed = |kind: &[u8], extent: u32, numbers: &[u32]| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(kind).update(&exploring.heap.extent_key(extent).to_le_bytes());
            numbers.iter().for_each(|number| {
                hasher.update(&number.to_le_bytes());
            });
            hash(&hasher)
        };
        let mut facts = Vec::new();
        for (number, Extent { whose, size, align, ends }) in (1..).zip(&self.image.extents.all) {
            let whole = hashed(b"whole", number, &[*size, *align]);
            facts.push(ExtentFacts { whose: *whose, family: hashed(b"prefix", number, &[]), ends, whole });
        }
        facts
    }

    /// What is known ahead of threads, if anybody asks for that: whether anything is, and of each location what is ahead of it, what is
    /// behind its call, and which locations its loop has.
    pub fn ahead_facts(&self, names: &Names) -> Vec<Hash> {
        let Some((exploring, may)) = self.exploring().and_then(|e| Some((e, e.may.as_ref()?))) else {
            return Vec::new();
        };
        let mut program = blake3::Hasher::new();
        program.update(b"ahead of threads").update(&[u8::from(may.is_known)]);
        let mut all = vec![hash(&program)];
        for (index, function) in self.image.program.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let (locations, keys) = (&names.locations[index], &exploring.keys[index]);
            if !may.is_known {
                all.extend((0..(2 * BUCKETS as usize + 1) * locations.len()).map(|_| [0; 16]));
                continue;
            }
            let ahead = may.function(FunctionId(index as u32));
            let mut loops = vec![Vec::new(); ahead.component.iter().max().map_or(0, |&it| it as usize + 1)];
            for (at, &component) in ahead.component.iter().enumerate() {
                loops[component as usize].push(locations[at]);
            }
            for members in &mut loops {
                members.sort_unstable();
            }
            let mut aliases: Vec<u64> = ahead.aliases.iter().map(|&slot| keys.slots[slot as usize]).collect();
            aliases.sort_unstable();
            for (at, &location) in locations.iter().enumerate() {
                let behind = body.out(cfa::program::Location(at as u32)).first();
                let behind = behind.map(|edge| &ahead.at[edge.to.index()]);
                for (kind, set) in [(b"at", Some(&ahead.at[at])), (b"to", behind)] {
                    all.extend((0..BUCKETS).map(|bucket| {
                        let mut hasher = blake3::Hasher::new();
                        // Of an empty part it has to be told which one it is.
                        hasher.update(kind).update(&location.to_le_bytes()).update(&[bucket as u8]);
                        aliases.iter().for_each(|slot| _ = hasher.update(&slot.to_le_bytes()));
                        if let Some(&set) = set {
                            let is_meant = |label| bucket_of(label) == bucket;
                            may.sets[set as usize].tell(names, &keys.slots, is_meant, |word| {
                                hasher.update(&word.to_le_bytes());
                            });
                        }
                        hash(&hasher)
                    }));
                }
                let mut hasher = blake3::Hasher::new();
                hasher.update(b"loop").update(&location.to_le_bytes());
                loops[ahead.component[at] as usize].iter().for_each(|other: &u64| {
                    hasher.update(&other.to_le_bytes());
                });
                all.push(hash(&hasher));
            }
        }
        all
    }

    fn is_error(&self, function: usize) -> bool {
        self.exploring().is_some_and(|it| it.errors.contains(&FunctionId(function as u32)))
    }

    fn location_facts(
        &self,
        function: FunctionId,
        code: &Code,
        names: &Names,
        at: usize,
        only: Option<Part>,
    ) -> Hash {
        let mut hasher = blake3::Hasher::new();
        let Some(body) = &self.image.program.function(function).body else { return hash(&hasher) };
        let Some(exploring) = self.exploring() else { return hash(&hasher) };
        let (live, keys) = (&exploring.live[function.index()], &exploring.keys[function.index()]);
        let names = &names.locations[function.index()];
        let mut needed = |location: usize| {
            let mut slots: Vec<u64> = match live.at(location) {
                Some(set) => (0..keys.slots.len())
                    .filter(|slot| set[slot / 64] >> (slot % 64) & 1 != 0)
                    .map(|slot| keys.slots[slot])
                    .collect(),
                None => vec![u64::MAX],
            };
            slots.sort_unstable();
            hasher.update(&(slots.len() as u64).to_le_bytes());
            slots.iter().for_each(|slot| {
                hasher.update(&slot.to_le_bytes());
            });
        };
        needed(at);
        let first = code.first_of[at] as usize;
        let end = code.first_of[at + 1..].first().map_or(code.instrs.len(), |&next| next as usize);
        let out = body.out(Location(at as u32));
        let edges = only.and_then(Part::edge).map_or(out, |edge| &out[edge as usize..=edge as usize]);
        for edge in edges {
            needed(edge.to.index());
        }
        for edge in edges {
            // By location: one without instructions begins where the next one does, and there is no jump to that.
            let is_back = edge.to.index() <= at;
            hasher.update(&[u8::from(is_back)]);
        }
        for (pc, instr) in code.instrs.iter().enumerate().take(end).skip(first) {
            // A jump to the next location is no operation: whether it is there depends on what comes next.
            if matches!(instr, Instr::Jump { .. }) {
                continue;
            }
            let text = format!("{instr:?}");
            let kind = text.split([' ', '(']).next().unwrap_or_default();
            hasher.update(kind.as_bytes()).update(&[0, result_kind(instr), code.gates[pc] & gate::ENDS]);
            if let Instr::Return { .. } = instr {
                let objects = code.objects.iter().flatten();
                objects.for_each(|object| {
                    hasher.update(&keys.slots[object.slot as usize].to_le_bytes());
                });
            }
            // What its bytes are like that nobody sets is told by all of the function.
            if let Instr::Begin { locals } = instr {
                let objects = locals.iter().filter_map(|local| code.objects[local.index()]);
                objects.for_each(|object| {
                    hasher.update(&[object.blank as u8]);
                });
            }
            if let Instr::Library { extent, .. } = instr {
                hasher.update(&exploring.heap.extent_key(*extent).to_le_bytes());
            }
            if let Instr::Call { function, .. } = instr {
                hasher.update(&[u8::from(self.is_error(function.index()))]);
            }
            // Whoever is called may be an input, and then how many choices there are is part of what can be done here.
            if let Instr::CallIndirect { .. } = instr {
                hasher.update(exploring.inputs.all_taken().as_bytes());
            }
            let edge = code.edge_of[pc];
            let is_symbol = exploring.symbolic.is_some() && exploring.inputs.is_number(function, edge);
            // Of a symbol they are told by its type and by the options.
            let values = exploring.inputs.at(function, edge).filter(|_| !is_symbol);
            match values {
                Some(values) if only == Some(Part::Choice) && is_choice(values) => hasher.update(b"several"),
                _ => hasher.update(format!("{values:?}").as_bytes()),
            };
        }
        for label in &body.labels {
            let place = label.at.map_or(u64::MAX, |at| names[at.index()]);
            hasher.update(&place.to_le_bytes());
        }
        hash(&hasher)
    }
}

fn result_kind(instr: &Instr) -> u8 {
    match instr {
        Instr::Call { result, .. } | Instr::CallIndirect { result, .. } | Instr::Library { result, .. } => {
            match result {
                Result_::None => 1,
                Result_::Slot(..) => 2,
                Result_::Memory(..) => 3,
            }
        }
        _ => 0,
    }
}
