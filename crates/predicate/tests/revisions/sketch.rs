//! Random programs as sketches: a few small machines, each with data of its own and something that holds of it, in one loop or in
//! several. A revision changes how a machine is written, what it does, or what happens beside it; some put a bug in.

use cfa::fuzz::random::Random;

/// What a machine is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number with a bound.
    Clamp,
    /// Two numbers that stay equal.
    Pair,
    /// A lock that is taken and given back.
    Lock,
    /// Fields of one byte.
    BitField,
    /// An array with how much of it is used.
    Array,
    /// A function that calls itself.
    Recursion,
    /// Functions in a table.
    Table,
    /// A number whose address is handed to a loop, and another whose address is not.
    Alias,
    /// States in turn.
    States,
    /// The largest of the inputs.
    Largest,
}

const KINDS: [Kind; 10] = [
    Kind::Clamp,
    Kind::Pair,
    Kind::Lock,
    Kind::BitField,
    Kind::Array,
    Kind::Recursion,
    Kind::Table,
    Kind::Alias,
    Kind::States,
    Kind::Largest,
];

#[derive(Clone, Debug)]
pub struct Machine {
    pub kind: Kind,
    /// What its data and functions are called by.
    pub name: u32,
    pub bound: u32,
    /// How much more than the bound is allowed.
    pub slack: u32,
    pub ty: &'static str,
    /// A step is a function of its own.
    pub is_function: bool,
    /// Its data is reached by a pointer, where it can be.
    pub is_pointed: bool,
    /// What holds is looked at in every round.
    pub is_checked_often: bool,
    /// A loop of its own: how it is written.
    pub is_apart: bool,
    /// Whether it steps depends on something else's data.
    pub is_guarded: bool,
    pub bug: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Sketch {
    pub machines: Vec<Machine>,
    /// Data that decides nothing, and how it is set; functions that are called or not.
    pub noise: Vec<(u32, u32, bool)>,
    pub loop_form: u32,
    pub comments: u32,
    pub is_main_first: bool,
    /// Changes of the text itself, by a number that says where and which.
    pub mutations: Vec<u64>,
    next: u32,
}

const TYPES: [&str; 4] = ["int", "long", "short", "unsigned char"];

pub fn generate(random: &mut Random) -> Sketch {
    let mut sketch = Sketch {
        machines: Vec::new(),
        noise: Vec::new(),
        loop_form: random.below(3) as u32,
        comments: 0,
        is_main_first: false,
        mutations: Vec::new(),
        next: 0,
    };
    for _ in 0..1 + random.below(2) {
        add_machine(random, &mut sketch);
    }
    sketch.noise.push((0, random.below(8) as u32, true));
    sketch
}

fn add_machine(random: &mut Random, sketch: &mut Sketch) {
    sketch.next += 1;
    let machine = Machine {
        kind: KINDS[random.below(KINDS.len())],
        name: sketch.next,
        bound: 1 + random.below(2) as u32,
        slack: random.below(2) as u32,
        ty: TYPES[random.below(4)],
        is_function: random.one_in(2),
        is_pointed: random.one_in(3),
        is_checked_often: random.one_in(2),
        is_apart: random.one_in(3),
        is_guarded: random.one_in(3),
        bug: None,
    };
    let at = random.below(sketch.machines.len() + 1);
    sketch.machines.insert(at, machine);
}

/// One or two edits; with a bug, one that may put one in. Bugs of before are taken out.
pub fn revise(random: &mut Random, sketch: &Sketch, has_bug: bool) -> Sketch {
    let mut revised = sketch.clone();
    revised.machines.iter_mut().for_each(|it| it.bug = None);
    revised.mutations.clear();
    for _ in 0..1 + random.below(2) {
        edit(random, &mut revised);
    }
    if has_bug {
        let at = random.below(revised.machines.len());
        match random.below(4) {
            0 => revised.mutations.push(random.word()),
            _ => revised.machines[at].bug = Some(random.below(3) as u32),
        }
        // Most can be seen.
        revised.machines[at].is_guarded &= random.one_in(4);
    }
    revised
}

fn edit(random: &mut Random, sketch: &mut Sketch) {
    let at = random.below(sketch.machines.len());
    let machine = &mut sketch.machines[at];
    match random.below(16) {
        0 => machine.bound = 1 + random.below(2) as u32,
        1 => machine.slack = random.below(2) as u32,
        2 => machine.ty = TYPES[random.below(4)],
        3 => machine.is_function ^= true,
        4 => machine.is_pointed ^= true,
        5 => machine.is_checked_often ^= true,
        6 => machine.is_apart ^= true,
        7 => machine.is_guarded ^= true,
        8 => {
            sketch.next += 1;
            machine.name = sketch.next;
        }
        9 if sketch.machines.len() < 2 => add_machine(random, sketch),
        10 if sketch.machines.len() > 1 => _ = sketch.machines.remove(at),
        11 => sketch.machines.rotate_left(1),
        12 => sketch.noise.push((sketch.noise.len() as u32, random.below(8) as u32, random.one_in(2))),
        13 => sketch.noise[0].1 = random.below(8) as u32,
        14 => sketch.loop_form = random.below(3) as u32,
        _ if random.one_in(2) => sketch.is_main_first ^= true,
        _ => sketch.comments = random.below(4) as u32,
    }
}
