//! Terms as they are written, made anew: each with operands of the right sorts, and without what is gone.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::names::Called;
use formula::tag;
use formula::{Sort, Symbol, Term, Terms};

/// Atoms of one condition that may be lost.
const LOST: usize = 12;

/// A term as it is written.
pub struct Written {
    pub tag: u8,
    pub numbers: [u32; 2],
    pub value: u128,
    pub symbol: Option<Called>,
    pub operands: Vec<usize>,
}

/// The terms of a table, each if all its symbols are there; nothing at all if they make no sense. An atom that speaks of what is
/// gone is a symbol of its own, which says nothing: these are told, too.
pub fn rebuilt(
    terms: &mut Terms,
    symbols: &HashMap<Called, Symbol>,
    table: &[Written],
) -> Option<(Vec<Option<Term>>, HashSet<Symbol>)> {
    let (mut done, mut lost): (Vec<Option<Term>>, _) = (Vec::new(), HashSet::default());
    let mut lose = |terms: &mut Terms| {
        let symbol = terms.new_symbol("lost".into(), Sort::Bool);
        lost.insert(symbol);
        Some(terms.symbol(symbol))
    };
    for written in table {
        if let Some(symbol) = &written.symbol {
            done.push(match symbols.get(symbol) {
                Some(&symbol) => Some(terms.symbol(symbol)),
                None if symbol.1 == Sort::Bool => lose(terms),
                None => None,
            });
            continue;
        }
        let operands: Option<Vec<Term>> = written.operands.iter().map(|&operand| done[operand]).collect();
        done.push(match operands {
            Some(operands) => Some(node(terms, written, &operands)?),
            None if written.tag == tag::EQ || tag::order(written.tag).is_some() => lose(terms),
            None => None,
        });
    }
    Some((done, lost))
}

/// What a formula says if lost atoms may be true or false.
pub fn without(terms: &mut Terms, formula: Term, lost: &HashSet<Symbol>) -> Term {
    let mut symbols = Vec::new();
    terms.for_each_symbol(&[formula], |symbol| symbols.extend(lost.get(&symbol)));
    if symbols.len() > LOST {
        return Term::TRUE;
    }
    symbols.into_iter().fold(formula, |formula, symbol| {
        let [a, b] = [Term::FALSE, Term::TRUE].map(|value| {
            let by = |it: Symbol| (it == symbol).then_some(value);
            terms.replace(formula, &by, &mut HashMap::default())
        });
        terms.or(a, b)
    })
}

/// A node with operands of the right sorts.
fn node(terms: &mut Terms, written: &Written, operands: &[Term]) -> Option<Term> {
    let sorts: Vec<Sort> = operands.iter().map(|&operand| terms.sort(operand)).collect();
    let [first, second] = written.numbers;
    let is_width = |width: u32| (1..=128).contains(&width);
    Some(match (written.tag, operands, &sorts[..]) {
        (tag::FALSE, ..) => Term::FALSE,
        (tag::TRUE, ..) => Term::TRUE,
        (tag::BITS, ..) if is_width(first) => terms.bits(first, written.value),
        (tag::NOT, &[a], [Sort::Bool]) => terms.not(a),
        (tag::AND, &[a, b], [Sort::Bool, Sort::Bool]) => terms.and(a, b),
        (tag::OR, &[a, b], [Sort::Bool, Sort::Bool]) => terms.or(a, b),
        (tag::ITE, &[c, a, b], [Sort::Bool, x, y]) if x == y => terms.ite(c, a, b),
        (tag::EQ, &[a, b], [x, y]) if x == y => terms.eq(a, b),
        (tag::EXTRACT, &[a], [Sort::Bits(of)])
            if is_width(second) && first.checked_add(second).is_some_and(|end| end <= *of) =>
        {
            terms.extract(a, first, second)
        }
        (tag @ (tag::ZERO_EXTEND | tag::SIGN_EXTEND), &[a], [Sort::Bits(of)])
            if is_width(first) && first >= *of =>
        {
            terms.extend(a, tag == tag::SIGN_EXTEND, first)
        }
        (tag::CONCAT, &[a, b], [Sort::Bits(x), Sort::Bits(y)]) if is_width(x + y) => terms.concat(a, b),
        (tag::FILL, &[a], [Sort::Bits(_)]) if is_width(first) => terms.fill(first, a),
        (tag::SELECT, &[a, i], [Sort::Array { index, .. }, Sort::Bits(x)]) if index == x => {
            terms.select(a, i)
        }
        (tag::STORE, &[a, i, v], [Sort::Array { index, value }, Sort::Bits(x), Sort::Bits(y)])
            if index == x && value == y =>
        {
            terms.store(a, i, v)
        }
        (tag, &[a, b], [Sort::Bits(x), Sort::Bits(y)]) if x == y => match (tag::order(tag), tag::word(tag)) {
            (Some(order), _) => terms.order(order, a, b),
            (_, Some(word)) => terms.word(word, a, b),
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A condition without an atom is weaker, whatever the polarity of that.
    #[test]
    fn what_is_gone_may_have_been_either() {
        let mut terms = Terms::default();
        let [gone, left] = ["gone", "left"].map(|name| terms.new_symbol(name.into(), Sort::Bool));
        let (lost, [g, a]) = (HashSet::from_iter([gone]), [gone, left].map(|it| terms.symbol(it)));
        let not = terms.not(g);
        let (both, one, same, and_not) = (terms.and(g, a), terms.or(g, a), terms.eq(g, a), terms.and(not, a));
        let said = [g, not, one, same, both, and_not, a].map(|it| without(&mut terms, it, &lost));
        assert_eq!(said, [Term::TRUE, Term::TRUE, Term::TRUE, Term::TRUE, a, a, a]);
    }
}
