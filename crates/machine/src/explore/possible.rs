//! What static objects may hold where a machine stands, in all the concrete states of a symbolic one: for tests, which compare it with what
//! they hold when each value of an input is tried.

use std::collections::BTreeSet;

use formula::{Evaluation, Symbol, Term};

use super::Machine;

/// A byte of memory, if it is a number.
enum Byte {
    Number(u8),
    OfTerm(Term, u8),
    Other,
}

impl Machine<'_> {
    /// The bytes of all static objects that are no constants, one after the other, in each concrete state; nothing if there are more than so
    /// many.
    #[doc(hidden)]
    pub fn possible_contents(&self, most: u128) -> Option<BTreeSet<Vec<Option<u8>>>> {
        let bytes = self.static_bytes();
        let Some(symbolic) = self.exploring().and_then(|e| e.symbolic.as_ref()) else {
            let bytes =
                bytes.iter().map(|byte| if let Byte::Number(byte) = byte { Some(*byte) } else { None });
            return Some(BTreeSet::from([bytes.collect()]));
        };
        let terms: Vec<Term> = bytes
            .iter()
            .filter_map(|byte| if let Byte::OfTerm(term, _) = byte { Some(*term) } else { None })
            .collect();
        let mut symbols: Vec<Symbol> = Vec::new();
        let literals = symbolic.literals();
        symbolic.terms.for_each_symbol(&terms, |symbol| symbols.push(symbol));
        symbolic.terms.for_each_symbol(literals, |symbol| symbols.push(symbol));
        symbols.sort_unstable();
        symbols.dedup();
        let mut valuations: Vec<Vec<u128>> = vec![Vec::new()];
        for &symbol in &symbols {
            let values = symbolic.values(symbol);
            if values.count() > most || valuations.len() as u128 * values.count() > most {
                return None;
            }
            let with = |before: &Vec<u128>| {
                let numbers = values.numbers().map(|number| number as u128);
                numbers.map(|number| [&before[..], &[number]].concat()).collect::<Vec<_>>()
            };
            valuations = valuations.iter().flat_map(with).collect();
        }
        let contents = valuations.into_iter().filter_map(|valuation| {
            let mut evaluation = Evaluation::default();
            symbols.iter().zip(valuation).for_each(|(&symbol, value)| {
                evaluation.set(&symbolic.terms, symbol, value);
            });
            if !literals.iter().all(|&it| evaluation.eval(&symbolic.terms, it) == Some(1)) {
                return None;
            }
            let value = |byte: &Byte| match *byte {
                Byte::Number(byte) => Some(byte),
                Byte::OfTerm(term, place) => {
                    evaluation.eval(&symbolic.terms, term).map(|word| (word >> (8 * u32::from(place))) as u8)
                }
                Byte::Other => None,
            };
            Some(bytes.iter().map(value).collect())
        });
        Some(contents.collect())
    }

    fn static_bytes(&self) -> Vec<Byte> {
        let mut all = Vec::new();
        for (object, &id) in self.image.program.objects.iter().zip(&self.image.statics) {
            let Some(place) = self.memory.object(id).filter(|_| !object.is_constant) else { continue };
            let first = place.base as usize * self.memory.unit();
            all.extend((first..first + place.size as usize).map(|at| {
                match (self.memory.term_byte(at), self.memory.byte(at)) {
                    (Some(byte), _) => Byte::OfTerm(byte.term, byte.byte),
                    (None, (byte, 1)) => Byte::Number(byte as u8),
                    _ => Byte::Other,
                }
            }));
        }
        all
    }
}
