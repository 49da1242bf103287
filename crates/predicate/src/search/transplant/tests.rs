//! Formulas as diagrams, and which candidates are tried, and given up, first.

use cfa::program::{Body, Location};

use super::*;
use crate::testing::with_builder;
use crate::{Options, abstraction};
use formula::{Order, Symbol};

/// Does something with a search that has not begun, and a point of it.
fn with_search<T>(work: impl FnOnce(&mut Search<'_, '_>, Point) -> T) -> T {
    let text = "int main(void) { int x = 0; while (x < 9) x++; return x; }";
    with_builder(text, &Options::default(), |builder, smt, main| {
        let point = Point { context: builder.of_main(main), at: Body::ENTRY };
        work(&mut Search::new(builder, smt, main), point)
    })
}

#[test]
fn a_formula_and_its_diagram_say_the_same() {
    with_search(|search, point| {
        let terms = &mut search.builder.encoder.terms;
        let data: [Symbol; 2] = ["a", "b"].map(|name| terms.new_symbol(name.into(), Sort::Bits(8)));
        let [a, b] = data.map(|symbol| terms.symbol(symbol));
        // Of the second, the opposite is the predicate.
        let (below, at_most) = (terms.order(Order::Ult, a, b), terms.order(Order::Sle, a, b));
        let same = terms.eq(a, b);
        let formulas = [
            below,
            at_most,
            terms.not(below),
            terms.not(at_most),
            terms.and(below, at_most),
            terms.or(below, at_most),
            terms.eq(below, at_most),
            terms.ite(same, below, at_most),
        ];
        for formula in formulas {
            let diagram =
                search.diagram(Some(search.builder.place(point)), formula, &mut HashMap::default()).unwrap();
            let terms = &mut search.builder.encoder.terms;
            let back = abstraction::formula(diagram, &search.bdds, &search.precision, terms);
            for values in [(1, 2), (2, 1), (1, 1), (200, 1), (1, 200)] {
                let values = [values.0, values.1].map(|value| terms.bits(8, value));
                let by = |symbol| data.iter().position(|it| *it == symbol).map(|index| values[index]);
                let [said, meant] =
                    [back, formula].map(|term| terms.replace(term, &by, &mut HashMap::default()));
                assert_eq!(said, meant, "{formula:?} with {values:?}");
                assert!(matches!(meant, Term::TRUE | Term::FALSE));
            }
        }
    });
}

fn candidate(point: Option<Point>, nodes: &[usize], parts: &[usize]) -> Candidate {
    let next = Hints { nodes: nodes.to_vec(), parts: parts.to_vec() };
    let (condition, valuation) = (Condition::ANYTHING, Rc::new(Valuation::new()));
    Candidate { condition, valuation, region: Bdd::TRUE, point, next, is_given_up: false }
}

#[test]
fn what_was_made_of_no_candidate_goes_first_then_the_last_that_was() {
    let candidates = vec![candidate(None, &[], &[]), candidate(None, &[], &[])];
    let of = HashMap::from_iter([(10, 0), (11, 1)]);
    let mut transplant = Transplant { candidates, of, ..Transplant::default() };
    assert_eq!(transplant.first_to_go(vec![10, 5, 11]), [5]);
    assert_eq!(transplant.first_to_go(vec![10, 11]), [11]);
    let given_up: Vec<bool> = transplant.candidates.iter().map(|it| it.is_given_up).collect();
    assert_eq!(given_up, [false, true]);
    assert!(!transplant.give_up(11) && transplant.give_up(10), "a candidate is given up once");
}

#[test]
fn candidates_that_followed_are_tried_first_then_all_of_the_part() {
    with_search(|search, here| {
        let (there, at) = (Some(Point { at: Location(here.at.0 + 1), ..here }), Some(here));
        let mut candidates = vec![
            candidate(None, &[2, 3, 4], &[]),
            candidate(at, &[], &[5]),
            candidate(at, &[], &[]),
            candidate(there, &[], &[]),
            candidate(at, &[], &[]),
            // Of another part.
            candidate(at, &[], &[]),
            candidate(at, &[], &[]),
        ];
        candidates[4].is_given_up = true;
        search.transplant = Some(Transplant { candidates, parts: vec![0..5, 5..7], ..Transplant::default() });
        assert_eq!(search.next(0, here), [vec![2], vec![1, 2]]);
        assert_eq!(search.next(1, here), [vec![5], vec![1, 2]]);
        assert_eq!(search.next(2, here), [vec![1, 2]]);
        assert_eq!(search.next(6, here), [vec![5, 6]]);
    });
}
