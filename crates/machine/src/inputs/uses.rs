//! Where a function reads and writes its registers, and where the addresses of its objects get away.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Op, Value};
use cfa::program::{Body, Edge, LocalId, Location};

/// The facts of one function; what is asked about a local is kept.
pub(super) struct Uses<'p> {
    body: &'p Body,
    reads: HashMap<LocalId, Vec<u32>>,
    loaded: HashSet<LocalId>,
    /// Edges at which an address is more than the place of one whole access.
    escapes: HashMap<LocalId, Vec<u32>>,
    /// Edges that lead to each location.
    into: Vec<Vec<u32>>,
    live: HashMap<LocalId, Vec<bool>>,
    escaped: HashMap<LocalId, Vec<bool>>,
}

/// What becomes of a function's result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Results {
    Read,
    Forgotten,
}

impl<'p> Uses<'p> {
    pub fn of(body: &'p Body, results: Results) -> Uses<'p> {
        let mut uses = Uses {
            body,
            reads: HashMap::default(),
            loaded: HashSet::default(),
            escapes: HashMap::default(),
            into: vec![Vec::new(); body.locations()],
            live: HashMap::default(),
            escaped: HashMap::default(),
        };
        for (index, edge) in body.edges.iter().enumerate() {
            let index = index as u32;
            uses.into[edge.to.index()].push(index);
            if let Op::Load { place, .. } = &edge.op
                && let ExprKind::Address(local) = body.expr(place.address).kind
            {
                uses.loaded.insert(local);
            }
            let place = match &edge.op {
                Op::Load { place, .. } | Op::Store { place, .. } => Some(place.address),
                _ => None,
            };
            if results == Results::Forgotten
                && let Op::Return { value: Some(Value::Scalar(e)) } = edge.op
                && matches!(body.expr(e).kind, ExprKind::Local(_))
            {
                continue;
            }
            edge.op.for_each_expr(|e| {
                let is_place = Some(e) == place && matches!(body.expr(e).kind, ExprKind::Address(_));
                if !is_place || is_stored(&edge.op, e) {
                    uses.mention(e, index);
                }
            });
        }
        uses
    }

    /// Whether a local is read at all, or its address used.
    pub fn is_mentioned(&self, local: LocalId) -> bool {
        self.reads.contains_key(&local) || self.escapes.contains_key(&local) || self.loaded.contains(&local)
    }

    fn mention(&mut self, e: ExprId, edge: u32) {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            match self.body.expr(e).kind {
                ExprKind::Local(local) => self.reads.entry(local).or_default().push(edge),
                ExprKind::Address(local) => self.escapes.entry(local).or_default().push(edge),
                kind => kind.for_each_operand(|operand| work.push(operand)),
            }
        }
    }

    /// Whether a register may be read from here on before it is written.
    pub fn is_live(&mut self, local: LocalId, at: Location) -> bool {
        let (body, reads, into) = (self.body, &self.reads, &self.into);
        let live = self.live.entry(local).or_insert_with(|| {
            let mut live = vec![false; body.locations()];
            let from = |edge: u32| body.edges[edge as usize].from;
            let mut work: Vec<Location> = reads.get(&local).into_iter().flatten().map(|&e| from(e)).collect();
            while let Some(at) = work.pop() {
                if !std::mem::replace(&mut live[at.index()], true) {
                    let edges = into[at.index()].iter().map(|&edge| &body.edges[edge as usize]);
                    work.extend(edges.filter(|edge| !is_written(edge, local)).map(|edge| edge.from));
                }
            }
            live
        });
        live[at.index()]
    }

    /// Whether the address of an object of the frame may be known to others here.
    pub fn has_escaped(&mut self, local: LocalId, at: Location) -> bool {
        let (body, escapes) = (self.body, &self.escapes);
        let escaped = self.escaped.entry(local).or_insert_with(|| {
            let mut escaped = vec![false; body.locations()];
            let to = |edge: u32| body.edges[edge as usize].to;
            let mut work: Vec<Location> = escapes.get(&local).into_iter().flatten().map(|&e| to(e)).collect();
            while let Some(at) = work.pop() {
                if !std::mem::replace(&mut escaped[at.index()], true) {
                    let edges = body.out(at).iter();
                    let is_new =
                        |edge: &&Edge| matches!(&edge.op, Op::Begin { locals } if locals.contains(&local));
                    work.extend(edges.filter(|edge| !is_new(edge)).map(|edge| edge.to));
                }
            }
            escaped
        });
        escaped[at.index()]
    }
}

/// Whether an expression is the value of a store, and not only its place.
fn is_stored(op: &Op, e: ExprId) -> bool {
    matches!(op, Op::Store { value, .. } if *value == e)
}

fn is_written(edge: &Edge, local: LocalId) -> bool {
    let mut is_written = false;
    edge.op.for_each_written(|written| is_written |= written == local);
    is_written
}
