//! Fragments: the procedures and loops of a program, the units of summaries and of reuse.
//!
//! A location belongs to the innermost loop that holds it, or to the procedure; an edge belongs where it starts,
//! so the edges that leave a loop are the loop's. In its parent a loop counts as one *nested* step.
//!
//! A procedure is named as its function, a loop `f/loop1`, `f/loop1.2`, …: loops are counted within their
//! parent by the position of their heads in reverse postorder, never by source lines.

use crate::loops::Loops;
use crate::program::{Body, Function, FunctionId, Location, Program};
use crate::source::Pos;

/// A fragment of this program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FragmentId(pub u32);

impl FragmentId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FragmentKind {
    Procedure,
    Loop,
}

impl FragmentKind {
    pub fn name(self) -> &'static str {
        match self {
            FragmentKind::Procedure => "procedure",
            FragmentKind::Loop => "loop",
        }
    }
}

/// A procedure or a loop.
#[derive(Debug)]
pub struct Fragment {
    /// Stable and unique in the program.
    pub name: String,
    pub kind: FragmentKind,
    pub function: FunctionId,
    /// The fragment it is nested in.
    pub parent: Option<FragmentId>,
    /// Nested loops, in order of their names.
    pub children: Vec<FragmentId>,
    /// 0 for procedures.
    pub depth: u32,
    /// Where control enters: the head of the loop, or the entry of the function, which a loop may own.
    pub head: Location,
    /// Where else control enters, if the loop is not reducible.
    pub side_entries: Vec<Location>,
    /// The locations it owns, in reverse postorder.
    pub locations: Vec<Location>,
}

impl Fragment {
    /// Where it is in the source: a loop where its head is.
    pub fn pos(&self, program: &Program) -> Pos {
        let function = program.function(self.function);
        let first = function.body.as_ref().and_then(|body| body.out(self.head).first());
        match self.kind {
            FragmentKind::Procedure => function.pos,
            FragmentKind::Loop => first.map_or(function.pos, |edge| edge.pos),
        }
    }
}

/// All fragments of a program: function by function, a parent before its children.
#[derive(Debug, Default)]
pub struct Fragments {
    all: Vec<Fragment>,
    /// The fragments of function `f` are `first[f]..first[f + 1]`.
    first: Vec<u32>,
    owners: Vec<Vec<Option<FragmentId>>>,
}

impl Fragments {
    pub fn of(program: &Program) -> Fragments {
        let mut fragments = Fragments { first: vec![0], ..Fragments::default() };
        for (index, function) in program.functions.iter().enumerate() {
            let owners = match &function.body {
                Some(body) => fragments.add(FunctionId(index as u32), function, body),
                None => Vec::new(),
            };
            fragments.owners.push(owners);
            fragments.first.push(fragments.all.len() as u32);
        }
        fragments
    }

    pub fn get(&self, id: FragmentId) -> &Fragment {
        &self.all[id.index()]
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = FragmentId> + use<> {
        (0..self.all.len() as u32).map(FragmentId)
    }

    /// The procedure and then its loops; nothing for a function that is not defined.
    pub fn of_function(
        &self,
        id: FunctionId,
    ) -> impl DoubleEndedIterator<Item = FragmentId> + ExactSizeIterator + Clone + use<> {
        (self.first[id.index()]..self.first[id.index() + 1]).map(FragmentId)
    }

    pub fn procedure(&self, id: FunctionId) -> Option<FragmentId> {
        self.of_function(id).next()
    }

    /// The fragment that owns a location; none for one that cannot be reached.
    pub fn owner(&self, function: FunctionId, at: Location) -> Option<FragmentId> {
        self.owners[function.index()][at.index()]
    }

    /// The child of `parent` that is `inner` or holds it; none if `inner` is not below `parent`.
    pub fn child_towards(&self, parent: FragmentId, mut inner: FragmentId) -> Option<FragmentId> {
        loop {
            match self.get(inner).parent {
                Some(above) if above == parent => return Some(inner),
                Some(above) => inner = above,
                None => return None,
            }
        }
    }

    /// The innermost fragment that is or holds both; they are of one function.
    pub fn common(&self, mut a: FragmentId, mut b: FragmentId) -> FragmentId {
        while a != b {
            // A parent comes before its children, so the later of two is not above the earlier.
            let later = if a > b { &mut a } else { &mut b };
            *later = self.get(*later).parent.unwrap_or(*later);
        }
        a
    }

    fn add(&mut self, id: FunctionId, function: &Function, body: &Body) -> Vec<Option<FragmentId>> {
        let loops = Loops::of(body);
        let procedure = FragmentId(self.all.len() as u32);
        self.all.push(Fragment {
            name: function.name.clone(),
            kind: FragmentKind::Procedure,
            function: id,
            parent: None,
            children: Vec::new(),
            depth: 0,
            head: Body::ENTRY,
            side_entries: Vec::new(),
            locations: Vec::new(),
        });
        let fragment_of = |inner: Option<crate::loops::LoopId>| match inner {
            Some(inner) => FragmentId(procedure.0 + 1 + inner.0),
            None => procedure,
        };
        for it in &loops.loops {
            let parent = fragment_of(it.parent);
            let child = FragmentId(self.all.len() as u32);
            let above = &mut self.all[parent.index()];
            above.children.push(child);
            let infix = if it.parent.is_none() { "/loop" } else { "." };
            let name = format!("{}{infix}{}", above.name, above.children.len());
            self.all.push(Fragment {
                name,
                kind: FragmentKind::Loop,
                function: id,
                parent: Some(parent),
                children: Vec::new(),
                depth: it.depth,
                head: it.head,
                side_entries: it.side_entries.clone(),
                locations: Vec::new(),
            });
        }
        let mut owners = vec![None; body.locations()];
        for &at in &loops.order {
            let owner = fragment_of(loops.innermost(at));
            owners[at.index()] = Some(owner);
            self.all[owner.index()].locations.push(at);
        }
        owners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_named_by_place_and_nesting() {
        let text = "
            int f(int n) {
              while (n) { for (;;) if (n--) break; do n++; while (n < 3); }
              for (int i = 0; i < n; i++) { again: if (i < 3) goto again; }
              return n;
            }
            int g(void);
            int main(void) { return f(1) + g(); }";
        let program = crate::from_text(text).unwrap();
        let fragments = Fragments::of(&program);
        let names: Vec<&str> = fragments.ids().map(|id| fragments.get(id).name.as_str()).collect();
        let expected = ["f", "f/loop1", "f/loop1.1", "f/loop1.2", "f/loop2", "f/loop2.1", "main"];
        let mut sorted = names.clone();
        sorted.sort();
        assert_eq!(sorted, expected);
        for id in fragments.ids() {
            let fragment = fragments.get(id);
            let above = fragment.name.rfind(['/', '.']).map(|at| &fragment.name[..at]);
            assert_eq!(fragment.parent.map(|id| fragments.get(id).name.as_str()), above);
            assert!(fragment.parent.is_none_or(|parent| parent < id));
            assert!(fragment.locations.iter().all(|&at| fragments.owner(fragment.function, at) == Some(id)));
            assert!(fragment.parent.is_none() || fragment.locations[0] == fragment.head);
        }
    }
}
