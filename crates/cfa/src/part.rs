//! Parts of a location: what a run depends on that comes by, which may be less than the whole.
//!
//! Of a branch or a switch it is the edge that was taken: whoever went to `case 1` does so whatever other cases there are.
//! And of a *bound*, the constant of a comparison that is branched on or the upper end of a choice, it is less than the
//! value: whoever took the branch `i < 7` takes `i < 8` as well, and to choose 3 of 0 to 7 is to choose 3 of 0 to 8.

use crate::expr::{Binary, ExprId, ExprKind};
use crate::library::{self, Trait};
use crate::op::{Callee, Op, Value};
use crate::program::{Body, Edge, Location, Program};
use crate::types::Scalar;

/// A part of a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Which of the location's edges it is, if there are several.
    pub edge: Option<u32>,
    /// What it holds for several values of.
    pub bound: Option<Bound>,
}

impl Part {
    /// All parts of a location. There are none if it is always needed as a whole.
    pub fn all(program: &Program, body: &Body, at: Location) -> Vec<Part> {
        let (out, bound) = (body.out(at), Bound::at(program, body, at));
        let is_branch = out.len() > 1
            && (out.iter().all(|edge| matches!(edge.op, Op::Assume { .. }))
                || out.iter().all(|edge| matches!(edge.op, Op::Case { .. })));
        match (is_branch, bound) {
            (true, _) => (0..out.len() as u32).map(|edge| Part { edge: Some(edge), bound }).collect(),
            (false, Some(_)) => vec![Part { edge: None, bound }],
            (false, None) => Vec::new(),
        }
    }
}

/// A constant of a location, which occurs in it nowhere else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    pub expr: ExprId,
    pub value: i64,
    pub use_: Use,
}

/// What the constant is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A branch on a comparison of integers, which comes out true for every greater constant, or every smaller one, if it
    /// does for this.
    Comparison { is_true_above: bool },
    /// `evercheck_choose` of two numbers at least, from another constant up to this.
    Choice,
}

/// Choices of more are not modelled.
const MOST_CHOICES: i64 = 1 << 20;

impl Bound {
    pub fn at(program: &Program, body: &Body, at: Location) -> Option<Bound> {
        match body.out(at) {
            [
                Edge { op: Op::Assume { cond, truth: true }, to: yes, .. },
                Edge { op: Op::Assume { cond: other, truth: false }, to: no, .. },
            ] if cond == other && yes != no => Bound::of_comparison(body, *cond),
            [Edge { op: Op::Call { callee: Callee::Direct(id), args, .. }, .. }] => {
                let function = program.function(*id);
                let [Value::Scalar(low), Value::Scalar(high)] = args[..] else { return None };
                let is_choice = function.body.is_none() && library::is(&function.name, Trait::Choice);
                let (least, value) = (integer(body, low)?, integer(body, high).filter(|_| is_choice)?);
                let count = value.checked_sub(least)?.checked_add(1)?;
                let is_modelled = (2..=MOST_CHOICES).contains(&count);
                is_modelled.then_some(Bound { expr: high, value, use_: Use::Choice })
            }
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
        Some(Bound { expr, value, use_: Use::Comparison { is_true_above: is_less == is_right } })
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
            "int evercheck_choose(int, int); void use(int);
             void f(int i, unsigned u, unsigned long l, int *p, double d) {{ {statement} }}"
        );
        let program = crate::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let function = program.functions.iter().find(|it| it.name == "f").expect("f");
        let body = function.body.as_ref().expect("a body");
        let bounds = (0..body.locations() as u32).filter_map(|at| Bound::at(&program, body, Location(at)));
        let show = |bound: Bound| match bound.use_ {
            Use::Comparison { is_true_above: true } => (bound.value, "above"),
            Use::Comparison { is_true_above: false } => (bound.value, "below"),
            Use::Choice => (bound.value, "choice"),
        };
        bounds.map(show).collect()
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
    fn constants_of_comparisons_and_choices_are_found() {
        let rows: [(&str, &[(i64, &str)]); 17] = [
            ("if (i < 7) use(1);", &[(7, "above")]),
            ("if (i <= -7) use(1);", &[(-7, "above")]),
            ("if (i > 7) use(1);", &[(7, "below")]),
            ("if (7 > i) use(1);", &[(7, "above")]),
            ("if (7 <= i + 1) use(1);", &[(7, "below")]),
            ("if (i + 7 < 7) use(1);", &[(7, "above")]),
            ("if (u >= 4000000000u) use(1);", &[(4_000_000_000, "below")]),
            ("use(evercheck_choose(0, 7));", &[(7, "choice")]),
            ("use(evercheck_choose(-1, 7));", &[(7, "choice")]),
            // Not a bound, or more than that.
            ("if (i == 7) use(1);", &[]),
            ("if (l >= 18446744073709551615ul) use(1);", &[]),
            ("if (d < 7) use(1);", &[]),
            ("if (p < (int *)7) use(1);", &[]),
            ("use(i < 7);", &[]),
            ("use(evercheck_choose(7, 7));", &[]),
            ("use(evercheck_choose(i, 7));", &[]),
            ("use(evercheck_choose(0, 10000000));", &[]),
        ];
        for (statement, expected) in rows {
            assert_eq!(bounds(statement), expected, "{statement}");
        }
    }
}
