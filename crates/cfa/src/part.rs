//! Parts of a location: what a run depends on that comes by, which may be less than the whole.
//!
//! Of a branch or a switch it is the edge that was taken: whoever went to `case 1` does so whatever other cases there are.
//! Of the constant of a comparison that is branched on, its *bound*, it is less than the value: whoever took the branch `i < 7`
//! takes `i < 8` as well. And of a choice it is that there is one: to choose 3 is to choose 3, whatever else there is to choose.

use crate::expr::{Binary, ExprId, ExprKind};
use crate::library::{self, Trait};
use crate::op::{Callee, Destination, Op, Value};
use crate::program::{Body, Edge, Location, Program};
use crate::types::Scalar;

/// A part of a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// One of several edges of a branch or a switch.
    Edge {
        index: u32,
        /// What it holds for several values of.
        bound: Option<Bound>,
    },
    /// A call that yields a number, whichever: `evercheck_choose` of constants, two numbers at least; or an input. Which
    /// numbers an input has is for engines to say.
    Choice,
}

impl Part {
    /// All parts of a location. There are none if it is always needed as a whole.
    pub fn all(program: &Program, body: &Body, at: Location) -> Vec<Part> {
        let out = body.out(at);
        let is_branch = out.len() > 1
            && (out.iter().all(|edge| matches!(edge.op, Op::Assume { .. }))
                || out.iter().all(|edge| matches!(edge.op, Op::Case { .. })));
        if is_branch {
            let bound = Bound::at(body, at);
            return (0..out.len() as u32).map(|index| Part::Edge { index, bound }).collect();
        }
        if is_choice(program, body, out) { vec![Part::Choice] } else { Vec::new() }
    }

    /// The edge that it is, if there are several.
    pub fn edge(self) -> Option<u32> {
        match self {
            Part::Edge { index, .. } => Some(index),
            Part::Choice => None,
        }
    }

    pub fn bound(self) -> Option<Bound> {
        match self {
            Part::Edge { bound, .. } => bound,
            Part::Choice => None,
        }
    }
}

/// The constant of a comparison of integers, which occurs in its location nowhere else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    pub expr: ExprId,
    pub value: i64,
    /// The comparison comes out true for every greater constant if it does for this; else, for every smaller one.
    pub is_true_above: bool,
}

/// Choices of more are not modelled.
const MOST_CHOICES: i64 = 1 << 20;

fn is_choice(program: &Program, body: &Body, out: &[Edge]) -> bool {
    let [Edge { op: Op::Call { dst, callee: Callee::Direct(id), args }, .. }] = out else { return false };
    let function = program.function(*id);
    if function.body.is_some() || matches!(dst, Destination::Memory(_)) {
        return false;
    }
    if library::is(&function.name, Trait::Choice) {
        let (least, most) = match ends_of_choice(body, args) {
            Some(ends) => ends,
            None => return false,
        };
        let count = most.checked_sub(least).and_then(|it| it.checked_add(1));
        return count.is_some_and(|count| (2..=MOST_CHOICES).contains(&count));
    }
    library::is(&function.name, Trait::Input) && args.is_empty()
}

/// The least and the greatest number that there is to choose, if both are constants.
pub fn ends_of_choice(body: &Body, args: &[Value]) -> Option<(i64, i64)> {
    let [Value::Scalar(low), Value::Scalar(high)] = args[..] else { return None };
    Some((integer(body, low)?, integer(body, high)?))
}

impl Bound {
    fn at(body: &Body, at: Location) -> Option<Bound> {
        match body.out(at) {
            [
                Edge { op: Op::Assume { cond, truth: true }, to: yes, .. },
                Edge { op: Op::Assume { cond: other, truth: false }, to: no, .. },
            ] if cond == other && yes != no => Bound::of_comparison(body, *cond),
            _ => None,
        }
    }

    fn of_comparison(body: &Body, cond: ExprId) -> Option<Bound> {
        let ExprKind::Binary { op, lhs, rhs } = body.expr(cond).kind else { return None };
        let is_less = match op {
            Binary::Lt | Binary::Le => true,
            Binary::Gt | Binary::Ge => false,
            _ => return None,
        };
        let (expr, other, is_right) = match (integer(body, lhs), integer(body, rhs)) {
            (None, Some(_)) => (rhs, lhs, true),
            (Some(_), None) => (lhs, rhs, false),
            _ => return None,
        };
        let value = integer(body, expr)?;
        let mut work = vec![other];
        while let Some(id) = work.pop() {
            if id == expr {
                return None;
            }
            body.expr(id).kind.for_each_operand(|operand| work.push(operand));
        }
        Some(Bound { expr, value, is_true_above: is_less == is_right })
    }
}

/// The value of an integer constant of up to 64 bits. Constants of one type are ordered as their values are: those that
/// are not, the upper half of the unsigned ones of 64 bits, are left out.
fn integer(body: &Body, id: ExprId) -> Option<i64> {
    let expr = body.expr(id);
    match (expr.kind, expr.ty) {
        (ExprKind::Int(value), Scalar::Int { bits: 64, signed: false }) => (value >= 0).then_some(value),
        (ExprKind::Int(value), Scalar::Int { bits: ..=64, .. }) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds of `f`, each as its value and what is known of greater and smaller ones.
    fn bounds(statement: &str) -> Vec<(i64, &'static str)> {
        let text = format!(
            "void use(int);
             void f(int i, unsigned u, unsigned long l, int *p, double d) {{ {statement} }}"
        );
        let program = crate::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let function = program.functions.iter().find(|it| it.name == "f").expect("f");
        let body = function.body.as_ref().expect("a body");
        let bounds = (0..body.locations() as u32).filter_map(|at| Bound::at(body, Location(at)));
        bounds.map(|bound| (bound.value, if bound.is_true_above { "above" } else { "below" })).collect()
    }

    #[test]
    fn branches_and_switches_have_a_part_for_each_edge() {
        let text = "void use(int); void f(int i) {
            if (i == 2) use(1);
            switch (i) { case 1: use(2); break; case 3 ... 5: use(3); break; default: use(4); }
            goto *(i ? &&a : &&b); a: b: use(5); }";
        let program = crate::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
        let function = program.functions.iter().find(|it| it.name == "f").expect("f");
        let body = function.body.as_ref().expect("a body");
        let counts = (0..body.locations() as u32).map(|at| Part::all(&program, body, Location(at)).len());
        assert_eq!(counts.filter(|&count| count > 0).collect::<Vec<_>>(), [2, 3, 2]);
    }

    #[test]
    fn constants_of_comparisons_are_found() {
        let rows: [(&str, &[(i64, &str)]); 12] = [
            ("if (i < 7) use(1);", &[(7, "above")]),
            // Branches on `-7 < i`, the other way round.
            ("if (i <= -7) use(1);", &[(-7, "below")]),
            ("if (i > 7) use(1);", &[(7, "below")]),
            ("if (7 > i) use(1);", &[(7, "above")]),
            ("if (7 <= i + 1) use(1);", &[(7, "above")]),
            ("if (i + 7 < 7) use(1);", &[(7, "above")]),
            ("if (u >= 4000000000u) use(1);", &[(4_000_000_000, "above")]),
            // Not a bound, or more than that.
            ("if (i == 7) use(1);", &[]),
            ("if (l >= 18446744073709551615ul) use(1);", &[]),
            ("if (d < 7) use(1);", &[]),
            ("if (p < (int *)7) use(1);", &[]),
            ("use(i < 7);", &[]),
        ];
        for (statement, expected) in rows {
            assert_eq!(bounds(statement), expected, "{statement}");
        }
    }

    #[test]
    fn choices_of_several_numbers_are_found() {
        let rows = [
            ("use(evercheck_choose(0, 7));", true),
            ("evercheck_choose(-1, 7);", true),
            ("use(__VERIFIER_nondet_int());", true),
            ("use(__VERIFIER_nondet_bool());", true),
            ("use(evercheck_choose(7, 7));", false),
            ("use(evercheck_choose(i, 7));", false),
            ("use(evercheck_choose(0, 10000000));", false),
            ("use(other());", false),
        ];
        for (statement, expected) in rows {
            let text = format!(
                "int evercheck_choose(int, int); int __VERIFIER_nondet_int(void);
                 _Bool __VERIFIER_nondet_bool(void); int other(void); void use(int);
                 void f(int i) {{ {statement} }}"
            );
            let program = crate::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            let function = program.functions.iter().find(|it| it.name == "f").expect("f");
            let body = function.body.as_ref().expect("a body");
            let parts = (0..body.locations() as u32).flat_map(|at| Part::all(&program, body, Location(at)));
            assert_eq!(parts.collect::<Vec<_>>() == [Part::Choice], expected, "{statement}");
        }
    }
}
