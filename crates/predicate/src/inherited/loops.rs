//! Loops among the points of a part, by the blocks that lead from one to the next.
//!
//! A loop is a strongly connected set of points; where it is entered it has its *entrances*. Without these, what is still
//! strongly connected inside are the loops nested in it, as in Ramalingam's account of loop nesting forests (TOPLAS 1999). So a point is
//! the entrance of at most one loop, which it stands for. Calls that blocks go through are in it, whatever contexts they make; a call by a
//! summary is a step.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::rc::Rc;

use cfa::program::FunctionId;
use cfa::scc::{Components, Graph};

use crate::block::{Builder, Point, Target};

/// The points of a loop.
pub type Scope = Rc<HashSet<Point>>;

/// The loops of a part, by their entrances.
#[derive(Default)]
pub struct Loops(HashMap<Point, Scope>);

impl Loops {
    /// Those of a procedure with a summary, or of main. Nothing is known of any if blocks are missing.
    pub fn of(builder: &mut Builder<'_>, function: Option<FunctionId>) -> Loops {
        graph(builder, function).map(|graph| nested(&graph)).unwrap_or_default()
    }

    pub fn get(&self, entrance: Point) -> Option<&Scope> {
        self.0.get(&entrance)
    }
}

/// The points of a part in the order in which they are come upon, and what each leads to. Whatever leads into the part leads to its
/// first one.
struct Points {
    all: Vec<Point>,
    next: Vec<Vec<u32>>,
    starts: HashSet<u32>,
}

fn graph(builder: &mut Builder<'_>, function: Option<FunctionId>) -> Option<Points> {
    let (mut points, mut numbers) = (Vec::new(), HashMap::default());
    let mut number = |point: Point, points: &mut Vec<Point>| {
        *numbers.entry(point).or_insert_with(|| {
            points.push(point);
            points.len() as u32 - 1
        })
    };
    let (mut next, mut starts) = (Vec::new(), HashSet::default());
    let first = match function {
        Some(function) => vec![builder.entrance_of(function)],
        None => {
            let main = builder.program.main?;
            let blocks = builder.initial(main);
            let points = blocks.all.iter().map(|block| &block.target);
            let points = points.filter_map(|it| if let Target::Point(it) = *it { Some(it) } else { None });
            points.collect()
        }
    };
    starts.extend(first.into_iter().map(|point| number(point, &mut points)));
    while let Some(&from) = points.get(next.len()) {
        let mut to = Vec::new();
        if !builder.is_end(from) {
            let blocks = builder.blocks(from);
            if !blocks.is_complete {
                return None;
            }
            for block in &blocks.all {
                let point = match block.target {
                    Target::Point(point) => point,
                    Target::Enter(edge, entrance) => builder.behind(from, edge, entrance)?.1,
                    Target::Error | Target::Obstacle(_) => continue,
                };
                to.push(number(point, &mut points));
            }
        }
        next.push(to);
    }
    Some(Points { all: points, next, starts })
}

fn nested(points: &Points) -> Loops {
    let mut loops = Loops::default();
    let mut work: Vec<Vec<u32>> = vec![(0..points.all.len() as u32).collect()];
    while let Some(inside) = work.pop() {
        let places: HashMap<u32, u32> = inside.iter().copied().zip(0..).collect();
        let mut graph = Graph::default();
        for &point in &inside {
            graph.push(points.next[point as usize].iter().filter_map(|to| places.get(to)).copied());
        }
        for component in Components::new(&graph).iter() {
            let is_loop =
                component.len() > 1 || component.iter().any(|&it| graph.successors(it).contains(&it));
            if !is_loop {
                continue;
            }
            let members: HashSet<u32> = component.iter().map(|&it| inside[it as usize]).collect();
            let outside = (0..points.next.len() as u32).filter(|from| !members.contains(from));
            let entered = outside.flat_map(|from| &points.next[from as usize]).copied();
            let entrances: HashSet<u32> =
                entered.chain(points.starts.iter().copied()).filter(|it| members.contains(it)).collect();
            let scope = Rc::new(members.iter().map(|&it| points.all[it as usize]).collect::<HashSet<_>>());
            for &entrance in &entrances {
                loops.0.insert(points.all[entrance as usize], scope.clone());
            }
            let is_inner = |it: &u32| members.contains(it) && !entrances.contains(it);
            work.push(inside.iter().copied().filter(is_inner).collect());
        }
    }
    loops
}
