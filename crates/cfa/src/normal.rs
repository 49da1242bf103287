//! Normal forms: what means the same step by step is built the same, however it is written.
//!
//! A program that is written another way then has the same automaton, and all that was found out about it holds. Operations that
//! access memory, call, choose, or begin and end objects stay as they are, in number and order. What is brought to one form is
//! pure (expressions touch no memory), or a register's that nobody has looked at:
//!
//! 1. *Truth.* `x == 0`, `!x` and `x != 0` as conditions are `(_Bool)x`, with the two ways of the branch exchanged where need be; so are
//!    conversions that keep all values (`(int)c`). As values, the negation of a comparison is the opposite comparison. Not of floating types, where neither `<` nor `>=` may hold.
//! 2. *Order.* As conditions, comparisons of integers are `<`: `a >= b` is `a < b` with the ways exchanged, `a > b` is `b < a`. As
//!    values they are `<` and `<=`.
//! 3. *Commuted operands.* Constants come last, then registers in the order in which they are declared: not by their spelling, which may
//!    change.
//! 4. *Conversions* by way of a type that keeps all values. Not between characters, which may be copied while they are
//!    indeterminate, but not be promoted.
//! 5. *Beginnings* of registers at the entry of a function, where all are indeterminate; and of locals that nobody mentions, which
//!    vanish.
//!
//! Operands are exchanged (2, 3) only where the same fault comes first all the same. If both are registers that were never set, either
//! is a violation of the same property at the same place.

use std::cmp::Ordering;

use crate::build::Builder;
use crate::expr::{Binary, Expr, ExprId, ExprKind, Unary};
use crate::op::{Destination, Op};
use crate::program::{Edge, LocalId, Location, Storage};
use crate::types::Scalar;

/// Nodes of an operand that are looked at to put it in order; larger ones stay where they are.
const MOST: usize = 64;

impl Builder {
    /// Brings the automaton under construction to its normal form.
    pub(crate) fn normalise(&mut self, edges: &mut [Edge]) {
        // Operands come before what they are operands of.
        for id in 0..self.body.exprs.len() as u32 {
            self.normalise_expr(ExprId(id));
        }
        self.normalise_branches(edges);
        self.drop_beginnings(edges);
        self.drop_unmentioned(edges);
    }

    fn kind(&self, id: ExprId) -> ExprKind {
        self.body.expr(id).kind
    }

    fn normalise_expr(&mut self, id: ExprId) {
        let Expr { kind, ty } = self.body.expr(id);
        let kind = match kind {
            ExprKind::Convert { operand } => self.shorter(operand, ty),
            ExprKind::Unary { op: Unary::Not, .. } => self.as_value(id),
            ExprKind::Binary { op: Binary::Eq | Binary::Ne, lhs, rhs }
                if self.is_zero(rhs) || self.is_zero(lhs) =>
            {
                self.as_value(id)
            }
            ExprKind::Binary { op, lhs, rhs } => self.in_order(op, lhs, rhs),
            _ => None,
        };
        if let Some(kind) = kind {
            self.body.exprs[id.0 as usize].kind = kind;
        }
    }

    /// A conversion without the one before it, if that kept all values.
    fn shorter(&self, operand: ExprId, to: Scalar) -> Option<ExprKind> {
        let ExprKind::Convert { operand: inner } = self.kind(operand) else { return None };
        let (from, by) = (self.ty(inner), self.ty(operand));
        let is_wide = |ty: Scalar| matches!(ty, Scalar::Int { bits: 9..=64, .. });
        if !keeps_values(from, by)
            || !(is_wide(from) || is_wide(to))
            || !matches!(to, Scalar::Int { bits: ..=64, .. })
        {
            return None;
        }
        Some(if from == to { self.kind(inner) } else { ExprKind::Convert { operand: inner } })
    }

    /// What is asked of a condition: whether the result is zero, if the flag is set, or not.
    fn stripped(&self, mut id: ExprId) -> (ExprId, bool) {
        let mut is_negated = false;
        loop {
            id = match self.kind(id) {
                ExprKind::Unary { op: Unary::Not, operand } if is_plain(self.ty(operand)) => {
                    is_negated = !is_negated;
                    operand
                }
                ExprKind::Binary { op: op @ (Binary::Eq | Binary::Ne), lhs, rhs }
                    if is_plain(self.ty(lhs)) && (self.is_zero(rhs) || self.is_zero(lhs)) =>
                {
                    is_negated ^= op == Binary::Eq;
                    if self.is_zero(rhs) { lhs } else { rhs }
                }
                ExprKind::Convert { operand }
                    if is_plain(self.ty(operand))
                        && (self.ty(id) == Scalar::Bool || keeps_values(self.ty(operand), self.ty(id))) =>
                {
                    operand
                }
                _ => return (id, is_negated),
            }
        }
    }

    /// 0 or 1: whether something is other than zero.
    fn as_truth(&mut self, id: ExprId) -> ExprId {
        if self.is_truth(id) { id } else { self.expr(ExprKind::Convert { operand: id }, Scalar::Bool) }
    }

    fn is_truth(&self, id: ExprId) -> bool {
        self.ty(id) == Scalar::Bool || self.is_comparison(id)
    }

    fn is_comparison(&self, id: ExprId) -> bool {
        matches!(self.kind(id), ExprKind::Binary { op, .. } if op.is_comparison())
    }

    /// The negation of a truth value, or its comparison with zero. Others would need an operand more, which has to come before.
    fn as_value(&self, id: ExprId) -> Option<ExprKind> {
        let (inner, is_negated) = self.stripped(id);
        if inner == id || self.ty(id) != Scalar::INT || !is_plain(self.ty(inner)) {
            return None;
        }
        if let ExprKind::Binary { op, lhs, rhs } = self.kind(inner)
            && op.is_comparison()
        {
            let opposite = match is_negated {
                false => op,
                true => self.opposite(op, lhs)?,
            };
            return self.in_order(opposite, lhs, rhs).or(Some(ExprKind::Binary { op: opposite, lhs, rhs }));
        }
        let operand = Some(inner).filter(|&inner| self.is_truth(inner))?;
        Some(if is_negated {
            ExprKind::Unary { op: Unary::Not, operand }
        } else {
            ExprKind::Convert { operand }
        })
    }

    /// The comparison that holds where this does not.
    fn opposite(&self, op: Binary, operand: ExprId) -> Option<Binary> {
        let ty = self.ty(operand);
        Some(match op {
            Binary::Eq if is_plain(ty) => Binary::Ne,
            Binary::Ne if is_plain(ty) => Binary::Eq,
            Binary::Lt if is_integer(ty) => Binary::Ge,
            Binary::Ge if is_integer(ty) => Binary::Lt,
            Binary::Gt if is_integer(ty) => Binary::Le,
            Binary::Le if is_integer(ty) => Binary::Gt,
            _ => return None,
        })
    }

    fn is_zero(&self, id: ExprId) -> bool {
        self.kind(id) == ExprKind::Int(0)
    }

    /// An operator with its operands in order.
    fn in_order(&self, op: Binary, lhs: ExprId, rhs: ExprId) -> Option<ExprKind> {
        let ty = self.ty(lhs);
        let exchanged = |op| Some(ExprKind::Binary { op, lhs: rhs, rhs: lhs });
        match op {
            Binary::Gt | Binary::Ge if is_integer(ty) && self.may_exchange(lhs, rhs) => {
                exchanged(if op == Binary::Gt { Binary::Lt } else { Binary::Le })
            }
            Binary::Add | Binary::Mul | Binary::And | Binary::Or | Binary::Xor if !is_integer(ty) => None,
            Binary::Eq | Binary::Ne if !is_plain(ty) => None,
            Binary::Add | Binary::Mul | Binary::And | Binary::Or | Binary::Xor | Binary::Eq | Binary::Ne
                if self.compare(lhs, rhs) == Ordering::Greater && self.may_exchange(lhs, rhs) =>
            {
                exchanged(op)
            }
            _ => None,
        }
    }

    /// Whether the same fault comes first, whichever operand comes first. Registers, constants and addresses are read when all else is
    /// computed. Of two operands that are computed neither may fault, or have to do with addresses, which are not modelled everywhere.
    fn may_exchange(&self, a: ExprId, b: ExprId) -> bool {
        let is_leaf = |id| {
            let mut is_leaf = true;
            self.kind(id).for_each_operand(|_| is_leaf = false);
            is_leaf
        };
        is_leaf(a) || is_leaf(b) || self.is_harmless(a) && self.is_harmless(b)
    }

    /// Whether it is made of integers that hold no addresses, and cannot be a fault.
    fn is_harmless(&self, id: ExprId) -> bool {
        let width = 8 * self.model.pointer_bytes();
        let is_number = |id| {
            matches!(self.ty(id), Scalar::Int { bits, .. } if u64::from(bits) < width)
                || self.ty(id) == Scalar::Bool
        };
        let (mut work, mut count) = (vec![id], 0);
        while let Some(id) = work.pop() {
            count += 1;
            if count > MOST || !is_number(id) {
                return false;
            }
            self.kind(id).for_each_operand(|operand| work.push(operand));
        }
        !self.may_fault(id)
    }

    /// The nodes in prefix order, each as numbers that are ordered; nothing if there are many.
    fn flat(&self, id: ExprId) -> Option<Vec<[i128; 4]>> {
        let (mut work, mut nodes) = (vec![id], Vec::new());
        while let Some(id) = work.pop() {
            if nodes.len() == MOST {
                return None;
            }
            nodes.push(self.node(id));
            self.kind(id).for_each_operand(|operand| work.push(operand));
        }
        Some(nodes)
    }

    fn node(&self, id: ExprId) -> [i128; 4] {
        let ty = match self.ty(id) {
            Scalar::Bool => 0,
            Scalar::Int { bits, signed } => 2 * i128::from(bits) + i128::from(signed),
            Scalar::Pointer => 1000,
            Scalar::Float(_) => 2000,
        };
        let (kind, a, b): (i128, i128, i128) = match self.kind(id) {
            ExprKind::Local(local) => (0, local.0.into(), 0),
            ExprKind::Address(local) => (1, local.0.into(), 0),
            ExprKind::Unary { op, .. } => (2, op as i128, 0),
            ExprKind::Convert { .. } => (3, 0, 0),
            ExprKind::Binary { op, .. } => (4, op as i128, 0),
            ExprKind::Field { record, field, .. } => (5, record.0.into(), field.into()),
            ExprKind::Index { scale, .. } => (6, scale.into(), 0),
            ExprKind::Difference { scale, .. } => (7, scale.into(), 0),
            ExprKind::Within { .. } => (8, 0, 0),
            ExprKind::Overflows { op, .. } => (9, op as i128, 0),
            ExprKind::Object(object) => (10, object.0.into(), 0),
            ExprKind::Function(function) => (11, function.0.into(), 0),
            ExprKind::Label(label) => (12, label.0.into(), 0),
            ExprKind::Int(value) => (20, value.into(), 0),
            ExprKind::Wide(index) => (20, self.body.wide[index as usize], 1),
            ExprKind::Float(bits) => (21, bits.into(), 0),
        };
        [kind, ty, a, b]
    }

    fn compare(&self, a: ExprId, b: ExprId) -> Ordering {
        match (self.flat(a), self.flat(b)) {
            (Some(a), Some(b)) => a.cmp(&b),
            // A constant comes behind what is large.
            _ => self.is_constant_alone(a).cmp(&self.is_constant_alone(b)),
        }
    }

    fn is_constant_alone(&self, id: ExprId) -> bool {
        matches!(self.kind(id), ExprKind::Int(_) | ExprKind::Wide(_))
    }

    /// The two edges of a branch stand one behind the other, that of the truth first, as they were emitted.
    fn normalise_branches(&mut self, edges: &mut [Edge]) {
        for at in 1..edges.len() {
            let [yes, no] = &edges[at - 1..=at] else { continue };
            let (Op::Assume { cond, truth: true }, Op::Assume { cond: other, truth: false }) =
                (&yes.op, &no.op)
            else {
                continue;
            };
            if cond != other || yes.from != no.from {
                continue;
            }
            let (cond, is_exchanged) = self.condition(*cond);
            let (yes_to, no_to) = if is_exchanged { (no.to, yes.to) } else { (yes.to, no.to) };
            (edges[at - 1].to, edges[at].to) = (yes_to, no_to);
            edges[at - 1].op = Op::Assume { cond, truth: true };
            edges[at].op = Op::Assume { cond, truth: false };
        }
    }

    /// A condition in its normal form, and whether the ways are exchanged.
    fn condition(&mut self, cond: ExprId) -> (ExprId, bool) {
        let (inner, is_negated) = self.stripped(cond);
        if !is_plain(self.ty(inner)) {
            return (cond, false);
        }
        let ExprKind::Binary { op, lhs, rhs } = self.kind(inner) else {
            return (self.as_truth(inner), is_negated);
        };
        let (op, is_opposite) = match op {
            Binary::Ge if is_integer(self.ty(lhs)) => (Binary::Lt, true),
            Binary::Le if is_integer(self.ty(lhs)) => (Binary::Gt, true),
            Binary::Ne if is_plain(self.ty(lhs)) => (Binary::Eq, true),
            op => (op, false),
        };
        let kind = self.in_order(op, lhs, rhs).unwrap_or(ExprKind::Binary { op, lhs, rhs });
        if !op.is_comparison() {
            return (self.as_truth(inner), is_negated);
        }
        let cond = if kind == self.kind(inner) { inner } else { self.expr(kind, Scalar::INT) };
        (cond, is_negated != is_opposite)
    }

    /// All registers are indeterminate where a function begins.
    fn drop_beginnings(&mut self, edges: &mut [Edge]) {
        let mut at = Location(0);
        loop {
            let leads_here = |edge: &&Edge| edge.to == at;
            let before = edges.iter().filter(leads_here).count();
            let mut out = edges.iter_mut().filter(|edge| edge.from == at);
            let (Some(edge), None) = (out.next(), out.next()) else { return };
            // Nothing leads back to the entry, and one edge to what comes behind it.
            if before > usize::from(at != Location(0)) {
                return;
            }
            match &mut edge.op {
                Op::Skip => {}
                Op::Begin { locals } => {
                    let in_memory =
                        |&local: &LocalId| !matches!(self.body.local(local).storage, Storage::Register(_));
                    let kept: Box<[LocalId]> = locals.iter().copied().filter(in_memory).collect();
                    edge.op = if kept.is_empty() { Op::Skip } else { Op::Begin { locals: kept } };
                }
                _ => return,
            }
            at = edge.to;
        }
    }

    /// Locals that occur nowhere but in their beginnings and ends.
    fn drop_unmentioned(&mut self, edges: &mut [Edge]) {
        let mut is_kept = vec![false; self.body.locals.len()];
        self.body.params.iter().for_each(|param| is_kept[param.index()] = true);
        for expr in &self.body.exprs {
            if let ExprKind::Local(local) | ExprKind::Address(local) = expr.kind {
                is_kept[local.index()] = true;
            }
        }
        for edge in edges.iter() {
            match &edge.op {
                Op::Begin { .. } | Op::End { .. } => {}
                Op::BeginVla { local, .. } => is_kept[local.index()] = true,
                op => op.for_each_written(|local| is_kept[local.index()] = true),
            }
        }
        if is_kept.iter().all(|&is_kept| is_kept) {
            return;
        }
        let mut next = 0;
        let numbers: Vec<LocalId> = is_kept
            .iter()
            .map(|&is_kept| {
                next += u32::from(is_kept);
                LocalId(if is_kept { next - 1 } else { u32::MAX })
            })
            .collect();
        let mut kept = is_kept.iter();
        self.body.locals.retain(|_| kept.next().is_some_and(|&is_kept| is_kept));
        let number = |local: &mut LocalId| *local = numbers[local.index()];
        self.body.params.iter_mut().for_each(number);
        for expr in &mut self.body.exprs {
            if let ExprKind::Local(local) | ExprKind::Address(local) = &mut expr.kind {
                number(local);
            }
        }
        for edge in edges {
            renumber(&mut edge.op, &is_kept, &number);
        }
    }
}

fn renumber(op: &mut Op, is_kept: &[bool], number: &impl Fn(&mut LocalId)) {
    let destination = |it: &mut Destination| {
        if let Destination::Local(local) = it {
            number(local);
        }
    };
    match op {
        Op::Begin { locals } | Op::End { locals } => {
            let mut kept: Vec<LocalId> = locals.iter().copied().filter(|it| is_kept[it.index()]).collect();
            kept.iter_mut().for_each(number);
            let is_empty = kept.is_empty();
            *locals = kept.into();
            if is_empty {
                *op = Op::Skip;
            }
        }
        Op::Assign { dst, .. } | Op::Load { dst, .. } | Op::Alloca { dst, .. } | Op::SetJump { dst, .. } => {
            number(dst)
        }
        Op::BeginVla { local, .. } => number(local),
        Op::Call { dst, .. } | Op::VaArg { dst, .. } => destination(dst),
        Op::Complex(complex) => destination(&mut complex.dst),
        Op::Atomic(atomic) => atomic.dst.iter_mut().chain(&mut atomic.success).for_each(number),
        Op::Asm(asm) => asm.outputs.iter_mut().for_each(|output| number(&mut output.1)),
        Op::Skip
        | Op::Store { .. }
        | Op::Copy { .. }
        | Op::Zero { .. }
        | Op::Assume { .. }
        | Op::Case { .. }
        | Op::Jump { .. }
        | Op::Return { .. }
        | Op::VaStart { .. }
        | Op::VaEnd { .. }
        | Op::VaCopy { .. }
        | Op::Fence(_)
        | Op::LongJump { .. }
        | Op::Distinct(_)
        | Op::Unsequenced
        | Op::Unreachable
        | Op::Trap
        | Op::Unsupported(_) => {}
    }
}

/// Integers of up to 64 bits.
fn is_integer(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int { bits: ..=64, .. })
}

/// What is compared with zero as its bits are.
fn is_plain(ty: Scalar) -> bool {
    is_integer(ty) || matches!(ty, Scalar::Bool | Scalar::Pointer)
}

/// Whether each value of an integer type is the same in another.
fn keeps_values(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        (Scalar::Bool, Scalar::Int { .. }) => true,
        (Scalar::Int { bits, signed }, Scalar::Int { bits: wider, signed: is_signed }) => {
            wider <= 64 && (bits < wider && (is_signed || !signed))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::address::Addresses;
    use crate::fragment::Fragments;
    use crate::program::Location;
    use crate::view::Context;

    const BEFORE: &str = "void use(int); void pass(void *); int get(void);
        struct s { int a; struct s *next; } g; int *gp, x, y; char ch; unsigned char uc; unsigned un; long lo; double d;";

    /// What `f` does, location by location, and where that leads.
    fn form(statements: &str) -> Vec<(Vec<u8>, Vec<Location>)> {
        let text = format!(
            "{BEFORE} int f(int a, int b, int *p, unsigned c, char *s, int n) {{ {statements} return 0; }}"
        );
        let program = crate::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let (addresses, fragments) = (Addresses::of(&program), Fragments::of(&program));
        let contents = Context::new(&program, &addresses, &fragments).all_contents();
        let index = program.functions.iter().position(|it| it.name == "f").expect("f");
        let body = program.functions[index].body.as_ref().expect("a body");
        let to = |at| body.out(Location(at)).iter().map(|edge| edge.to).collect();
        (0..).zip(&contents[index]).map(|(at, it)| (described(it), to(at))).collect()
    }

    /// With what is mentioned, which bytes leave out.
    fn described(content: &crate::view::location::Content) -> Vec<u8> {
        format!("{:?} {:?}", content.bytes, content.mentions).into_bytes()
    }

    #[test]
    fn what_means_the_same_is_built_the_same() {
        let rows: &[&[&str]] = &[
            &[
                "if (p == 0) use(1);",
                "if (!p) use(1);",
                "if (0 == p) use(1);",
                "if (!(p != 0)) use(1);",
                "if ((p == 0) != 0) use(1);",
            ],
            &["if (gp != 0) use(1);", "if (gp) use(1);", "if (!!gp) use(1);"],
            &[
                "if (a == 0) use(1); else use(2);",
                "if (a) use(2); else use(1);",
                "if (a != 0) use(2); else use(1);",
            ],
            &["while (*s != '\\0') s++;", "while (*s) ++s;", "for (; *s; s += 1);"],
            &["if (lo == 0) use(1);", "if (!lo) use(1);"],
            &["if (uc == 0) use(1);", "if (!uc) use(1);"],
            &["if (a >= b) use(1);", "if (!(a < b)) use(1);", "if (b <= a) use(1);", "if (!(b > a)) use(1);"],
            &["if (a > b) use(1);", "if (b < a) use(1);", "if (a <= b); else use(1);"],
            &["if (x > 5) use(1);", "if (5 < x) use(1);", "if (!(x <= 5)) use(1);"],
            &["if (a < 3) use(1); else use(2);", "if (a >= 3) use(2); else use(1);"],
            &["if (a != 3) use(1); else use(2);", "if (a == 3) use(2); else use(1);"],
            &[
                "for (int i = 0; i < n; i++) { if (i == 2) continue; use(i); }",
                "for (int i = 0; i < n; i++) { if (i != 2) use(i); }",
            ],
            &["x++;", "++x;", "x += 1;", "x = x + 1;", "x = 1 + x;"],
            &["g.a--;", "--g.a;", "g.a -= 1;"],
            &["uc++;", "++uc;", "uc += 1;", "uc = uc + 1;"],
            &["use(a + b);", "use(b + a);"],
            &["use(a * 2);", "use(2 * a);"],
            &["use(x & 3);", "use(3 & x);"],
            &["use((a & 1) | (b & 2));", "use((b & 2) | (a & 1));"],
            &["if (a == b) use(1);", "if (b == a) use(1);"],
            &["use(!(a < 3));", "use(a >= 3);", "use(3 <= a);"],
            &["use((int)(long)a);", "use(a);"],
            &["lo = (long)(int)ch;", "lo = ch;"],
            &["int i; i = a; use(i);", "int i = a; use(i);"],
            &["int i; for (i = 0; i < n; i++) use(i);", "for (int i = 0; i < n; i++) use(i);"],
            &["use(a);", "int unused; use(a);", "int unused[3]; use(a);", "{ struct s unused; use(a); }"],
            &[
                "if (a < 0) { use(1); return -1; } use(2);",
                "if (!(0 <= a)) goto out; use(2); return 0; out: use(1); return -1;",
            ],
        ];
        for row in rows {
            for other in &row[1..] {
                assert_eq!(form(row[0]), form(other), "{}\n{other}", row[0]);
            }
        }
    }

    #[test]
    fn what_does_not_is_not() {
        let rows: &[[&str; 2]] = &[
            // The order of accesses.
            ["use(x + y);", "use(y + x);"],
            ["if (x < y) use(1);", "if (y > x) use(1);"],
            ["x++;", "y++;"],
            // Not a number.
            ["if (d < 1) use(1); else use(2);", "if (d >= 1) use(2); else use(1);"],
            // What is a fault first.
            ["use((a / b) + (a + b));", "use((a + b) + (a / b));"],
            ["if (p + a == gp + b) use(1);", "if (gp + b == p + a) use(1);"],
            // Which may be indeterminate.
            ["ch = (char)(int)*s;", "ch = *s;"],
            ["ch = (signed char)(int)*s;", "ch = (signed char)*s;"],
            // Bits that are lost.
            ["lo = (long)(char)a;", "lo = (long)a;"],
            ["lo = (long)c;", "lo = (long)(int)c;"],
            ["if ((char)a) use(1);", "if (a) use(1);"],
            ["if (a - b) use(1);", "if (a == b) use(1);"],
            ["use(a - b);", "use(b - a);"],
            ["use(a < b);", "use(b < a);"],
            ["if (a < b) use(1);", "if (a <= b) use(1);"],
            ["if (a > 5) use(1);", "if (a > 6) use(1);"],
            // A block of the turn before is lost.
            [
                "for (;;) { char *q; if (!n) return 1; q = s; use(*q); }",
                "char *q; for (;;) { if (!n) return 1; q = s; use(*q); }",
            ],
        ];
        for [one, other] in rows {
            assert_ne!(form(one), form(other), "{one}\n{other}");
        }
    }
}
