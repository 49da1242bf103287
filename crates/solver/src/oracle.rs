//! Z3 for whoever explores states whose words are terms.

use formula::{Symbol, Term, Terms};
use machine::symbolic::{Answer as Said, Oracle};
use z3::Config;

use super::{Answer, Query, Smt};

/// Asks Z3.
pub fn oracle() -> Box<dyn Oracle> {
    Box::new(Z3 { smt: Smt::default() })
}

struct Z3 {
    smt: Smt,
}

impl Oracle for Z3 {
    fn ask(&mut self, terms: &Terms, all: &[Term]) -> Said {
        said(&mut self.smt, terms, all, Query::check_briefly)
    }

    fn ask_afresh(&mut self, terms: &Terms, all: &[Term]) -> Said {
        z3::with_z3_config(&Config::new(), || said(&mut Smt::default(), terms, all, Query::check))
    }
}

/// How a query is made.
type Check = fn(&mut Query, &mut Smt, &Terms, &[Term]) -> Answer;

fn said(smt: &mut Smt, terms: &Terms, all: &[Term], check: Check) -> Said {
    let mut query = smt.query();
    for &term in all {
        query.assert(smt, terms, term);
    }
    match check(&mut query, smt, terms, &[]) {
        Answer::Sat => {}
        Answer::Unsat => return Said::No,
        Answer::Unknown => return Said::Unknown,
    }
    let Some(mut values) = query.model() else { return Said::Unknown };
    let mut symbols: Vec<Symbol> = Vec::new();
    terms.for_each_symbol(all, |symbol| symbols.push(symbol));
    symbols.sort_unstable();
    let mut found = Vec::new();
    for symbol in symbols {
        let value = terms.find_symbol(symbol).and_then(|term| values.bits(smt, terms, term));
        let Some(value) = value else { return Said::Unknown };
        found.push((symbol, value));
    }
    Said::Yes(found)
}
