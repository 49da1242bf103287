//! The naive explorer: all interleavings of single accesses, one state after the other, in a plain set.

use rustc_hash::FxHashSet as HashSet;
use std::collections::BTreeSet;

use super::*;

/// A step of a thread.
#[derive(Clone, Copy, Debug)]
enum Op {
    Set(usize, Value),
    Load(usize, usize),
    Store(usize, Value),
    Exchange(usize, usize, Value),
    CompareExchange(usize, usize, i32, i32),
    FetchAdd(usize, usize, i32),
    Choose(usize, i32),
    Assert(usize, Test),
    /// Goes on elsewhere unless the test holds.
    Unless(Test, usize),
    UnlessPointer(usize, usize),
    Jump(usize),
    Lock(usize),
    /// Goes on elsewhere if the mutex is taken.
    TryLock(usize, usize),
    Unlock(usize),
    Begin,
    End,
    New(usize, Value),
    Publish(usize, usize),
    Fetch(usize, usize),
    Read(usize, usize),
    Write(usize, Value),
    LoadAt(usize, At),
    StoreAt(At, Value),
    Take(usize, usize),
    Create(usize),
    Join(usize),
    /// Of the main thread: the end of all.
    Return,
}

/// What a thread is about to touch: a place, whether it writes, and whether it does so atomically.
type Touch = (Place, bool, bool);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Global(usize),
    Pointer(usize),
    Cell(u8),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Thread {
    pc: usize,
    is_created: bool,
    registers: [i32; REGISTERS + 1],
    own: [u8; OWN_POINTERS],
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    threads: Vec<Thread>,
    globals: [i32; GLOBALS + ELEMENTS],
    /// 0, or the number of a cell.
    pointers: [u8; POINTERS],
    cells: Vec<i32>,
    mutexes: [u8; MUTEXES],
    /// The thread in an atomic section, plus one.
    alone: u8,
}

/// The globals in the end, what the shared pointers point to, and whether they are one.
pub type Final = (Vec<i32>, Vec<Option<i32>>, bool);

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub finals: BTreeSet<Final>,
    pub failed: BTreeSet<usize>,
    pub has_deadlock: bool,
    pub has_race: bool,
    pub states: usize,
}

struct Explorer {
    code: Vec<Vec<Op>>,
    seen: HashSet<State>,
    work: Vec<State>,
    found: Found,
}

/// Everything that can happen; `None` if that is more than `limit` states.
pub fn explore(sketch: &Sketch, limit: usize) -> Option<Found> {
    let code: Vec<Vec<Op>> = sketch
        .threads
        .iter()
        .enumerate()
        .map(|(index, statements)| {
            let mut code = Vec::new();
            statements.iter().for_each(|statement| compile(statement, &mut code));
            code.extend((index == 0).then_some(Op::Return));
            code
        })
        .collect();
    let thread = Thread { pc: 0, is_created: false, registers: [0; REGISTERS + 1], own: [0; OWN_POINTERS] };
    let mut first = State {
        threads: vec![thread; code.len()],
        globals: [0; GLOBALS + ELEMENTS],
        pointers: [0; POINTERS],
        cells: Vec::new(),
        mutexes: [0; MUTEXES],
        alone: 0,
    };
    first.threads[0].is_created = true;
    let mut explorer = Explorer { code, seen: HashSet::default(), work: Vec::new(), found: Found::default() };
    explorer.add(first);
    while let Some(state) = explorer.work.pop() {
        if explorer.seen.len() > limit {
            return None;
        }
        explorer.expand(&state);
    }
    explorer.found.states = explorer.seen.len();
    Some(explorer.found)
}

fn compile(statement: &Statement, code: &mut Vec<Op>) {
    let block = |statements: &[Statement], code: &mut Vec<Op>| {
        statements.iter().for_each(|statement| compile(statement, code));
    };
    match statement {
        Statement::Set(r, value) => code.push(Op::Set(*r, *value)),
        Statement::Load(r, g) => code.push(Op::Load(*r, *g)),
        Statement::Store(g, value) => code.push(Op::Store(*g, *value)),
        Statement::Copy(to, from) => {
            code.extend([Op::Load(SCRATCH, *from), Op::Store(*to, Value::Register(SCRATCH))]);
        }
        Statement::Increment(g) => {
            code.extend([Op::Load(SCRATCH, *g), Op::Store(*g, Value::Sum(SCRATCH, 1))]);
        }
        Statement::Exchange(r, g, value) => code.push(Op::Exchange(*r, *g, *value)),
        Statement::CompareExchange(r, g, old, new) => code.push(Op::CompareExchange(*r, *g, *old, *new)),
        Statement::FetchAdd(r, g, number) => code.push(Op::FetchAdd(*r, *g, *number)),
        Statement::Choose(r, count) => code.push(Op::Choose(*r, *count)),
        Statement::Assert(number, test) => code.push(Op::Assert(*number, *test)),
        Statement::If(test, yes, no) => {
            let branch = code.len();
            code.push(Op::Jump(0));
            block(yes, code);
            let jump = code.len();
            code.push(Op::Jump(0));
            code[branch] = Op::Unless(*test, code.len());
            block(no, code);
            code[jump] = Op::Jump(code.len());
        }
        Statement::Loop(count, body) => (0..*count).for_each(|_| block(body, code)),
        Statement::Forever(body) => {
            let start = code.len();
            block(body, code);
            code.push(Op::Jump(start));
        }
        Statement::Section(mutex, body) => {
            code.push(Op::Lock(*mutex));
            block(body, code);
            code.push(Op::Unlock(*mutex));
        }
        Statement::TrySection(mutex, body) => {
            let branch = code.len();
            code.push(Op::Jump(0));
            block(body, code);
            code.push(Op::Unlock(*mutex));
            code[branch] = Op::TryLock(*mutex, code.len());
        }
        Statement::Atomic(body) => {
            code.push(Op::Begin);
            block(body, code);
            code.push(Op::End);
        }
        Statement::Call(body) | Statement::CallThrough(body) => block(body, code),
        Statement::LoadAt(r, at) => code.push(Op::LoadAt(*r, *at)),
        Statement::StoreAt(at, value) => code.push(Op::StoreAt(*at, *value)),
        Statement::Take(q, g) => code.push(Op::Take(*q, *g)),
        Statement::Join(thread) => code.push(Op::Join(*thread)),
        Statement::New(q, value) => code.push(Op::New(*q, *value)),
        Statement::Publish(p, q) => code.push(Op::Publish(*p, *q)),
        Statement::Fetch(q, p) => code.push(Op::Fetch(*q, *p)),
        Statement::Read(r, q) => {
            code.push(Op::UnlessPointer(*q, code.len() + 2));
            code.push(Op::Read(*r, *q));
        }
        Statement::Write(q, value) => {
            code.push(Op::UnlessPointer(*q, code.len() + 2));
            code.push(Op::Write(*q, *value));
        }
        Statement::Create(thread) => code.push(Op::Create(*thread)),
    }
}

impl Explorer {
    /// Steps that only the thread itself sees are done at once.
    fn add(&mut self, mut state: State) {
        for index in 0..state.threads.len() {
            let code = &self.code[index];
            let thread = &mut state.threads[index];
            while thread.is_created {
                match code.get(thread.pc) {
                    Some(&Op::Set(r, value)) => thread.registers[r] = thread.value(value),
                    Some(&Op::Take(q, g)) => thread.own[q] = TO_GLOBALS + g as u8,
                    Some(&Op::Unless(test, to)) if !thread.test(test) => {
                        thread.pc = to;
                        continue;
                    }
                    Some(&Op::UnlessPointer(q, to)) if thread.own[q] == 0 => {
                        thread.pc = to;
                        continue;
                    }
                    Some(Op::Unless(..) | Op::UnlessPointer(..)) => {}
                    Some(&Op::Jump(to)) => {
                        thread.pc = to;
                        continue;
                    }
                    _ => break,
                }
                thread.pc += 1;
            }
        }
        if self.seen.insert(state.clone()) {
            self.work.push(state);
        }
    }

    fn expand(&mut self, state: &State) {
        self.found.has_race |= self.is_racing(state);
        let mut is_stuck = true;
        for index in 0..state.threads.len() {
            if state.threads[index].is_created && (state.alone == 0 || state.alone as usize == index + 1) {
                is_stuck &= !self.step(state, index);
            }
        }
        self.found.has_deadlock |=
            is_stuck || (0..state.threads.len()).any(|it| self.is_in_circle(state, it));
    }

    /// Whether a thread waits for others that wait for it.
    fn is_in_circle(&self, state: &State, index: usize) -> bool {
        let mut at = index;
        for _ in 0..state.threads.len() {
            let thread = &state.threads[at];
            at = match self.code[at].get(thread.pc) {
                Some(&Op::Lock(m)) if thread.is_created && state.mutexes[m] != 0 => {
                    state.mutexes[m] as usize - 1
                }
                Some(&Op::Join(other)) if state.threads[other].pc < self.code[other].len() => other,
                _ => return false,
            };
            if at == index {
                return true;
            }
        }
        false
    }

    fn touch(&self, state: &State, index: usize) -> Option<Touch> {
        let thread = &state.threads[index];
        if !thread.is_created {
            return None;
        }
        // A section is atomic as a whole.
        let is_atomic = state.alone as usize == index + 1;
        Some(match *self.code[index].get(thread.pc)? {
            Op::Load(_, g) => (Place::Global(g), false, is_atomic),
            Op::Store(g, _) => (Place::Global(g), true, is_atomic),
            Op::Exchange(_, g, _) | Op::CompareExchange(_, g, ..) | Op::FetchAdd(_, g, _) => {
                (Place::Global(g), true, true)
            }
            Op::Publish(p, _) => (Place::Pointer(p), true, is_atomic),
            Op::Fetch(_, p) => (Place::Pointer(p), false, is_atomic),
            Op::Read(_, q) => (target(thread.own[q]), false, is_atomic),
            Op::Write(q, _) => (target(thread.own[q]), true, is_atomic),
            Op::LoadAt(_, at) => (Place::Global(thread.element(index, at)), false, is_atomic),
            Op::StoreAt(at, _) => (Place::Global(thread.element(index, at)), true, is_atomic),
            _ => return None,
        })
    }

    fn is_racing(&self, state: &State) -> bool {
        let touches: Vec<Touch> =
            (0..state.threads.len()).filter_map(|index| self.touch(state, index)).collect();
        touches
            .iter()
            .enumerate()
            .any(|(i, a)| touches[i + 1..].iter().any(|b| a.0 == b.0 && (a.1 || b.1) && !(a.2 && b.2)))
    }

    /// Everything that a thread can do next; whether that is anything.
    fn step(&mut self, old: &State, index: usize) -> bool {
        let Some(&op) = self.code[index].get(old.threads[index].pc) else { return false };
        let mut state = old.clone();
        let State { threads, globals, pointers, cells, mutexes, alone } = &mut state;
        let thread = &mut threads[index];
        thread.pc += 1;
        match op {
            Op::Load(r, g) => thread.registers[r] = globals[g],
            Op::Store(g, value) => globals[g] = thread.value(value),
            Op::Exchange(r, g, value) => {
                let new = thread.value(value);
                thread.registers[r] = std::mem::replace(&mut globals[g], new);
            }
            Op::CompareExchange(r, g, expected, new) => {
                let is_done = globals[g] == expected;
                globals[g] = if is_done { new } else { globals[g] };
                thread.registers[r] = is_done.into();
            }
            Op::FetchAdd(r, g, number) => {
                thread.registers[r] = globals[g];
                globals[g] += number;
            }
            Op::Choose(r, count) => {
                for choice in 0..count {
                    let mut state = state.clone();
                    state.threads[index].registers[r] = choice;
                    self.add(state);
                }
                return true;
            }
            Op::Assert(number, test) => {
                if !thread.test(test) {
                    self.found.failed.insert(number);
                    return true;
                }
            }
            Op::Lock(m) => {
                if mutexes[m] != 0 {
                    return false;
                }
                mutexes[m] = index as u8 + 1;
            }
            Op::TryLock(m, to) => {
                if mutexes[m] == 0 {
                    mutexes[m] = index as u8 + 1;
                } else {
                    thread.pc = to;
                }
            }
            Op::Unlock(m) => mutexes[m] = 0,
            Op::Begin => *alone = index as u8 + 1,
            Op::End => *alone = 0,
            Op::New(q, value) => {
                cells.push(thread.value(value));
                thread.own[q] = cells.len() as u8;
            }
            Op::Publish(p, q) => pointers[p] = thread.own[q],
            Op::Fetch(q, p) => thread.own[q] = pointers[p],
            Op::Read(r, q) => thread.registers[r] = *pointed_to(globals, cells, thread.own[q]),
            Op::Write(q, value) => *pointed_to(globals, cells, thread.own[q]) = thread.value(value),
            Op::LoadAt(r, at) => thread.registers[r] = globals[thread.element(index, at)],
            Op::StoreAt(at, value) => globals[thread.element(index, at)] = thread.value(value),
            Op::Create(other) => {
                let own = thread.own[0];
                threads[other].is_created = true;
                threads[other].own[0] = own;
            }
            Op::Join(other) => {
                if threads[other].pc < self.code[other].len() {
                    return false;
                }
            }
            Op::Return => {
                let pointed = pointers.map(|p| match p.checked_sub(TO_GLOBALS) {
                    Some(global) => Some(globals[global as usize]),
                    None => cells.get((p as usize).wrapping_sub(1)).copied(),
                });
                let is_one = pointers[0] == pointers[1];
                let mut others = threads.iter().zip(&self.code).skip(1);
                if others.all(|(thread, code)| !thread.is_created || thread.pc == code.len()) {
                    self.found.finals.insert((globals.to_vec(), pointed.to_vec(), is_one));
                }
                return true;
            }
            Op::Set(..) | Op::Take(..) | Op::Unless(..) | Op::UnlessPointer(..) | Op::Jump(_) => {
                unreachable!("done at once")
            }
        }
        self.add(state);
        true
    }
}

fn target(pointer: u8) -> Place {
    match pointer.checked_sub(TO_GLOBALS) {
        Some(global) => Place::Global(global as usize),
        None => Place::Cell(pointer),
    }
}

fn pointed_to<'a>(globals: &'a mut [i32], cells: &'a mut [i32], pointer: u8) -> &'a mut i32 {
    match target(pointer) {
        Place::Global(global) => &mut globals[global],
        _ => &mut cells[pointer as usize - 1],
    }
}

impl Thread {
    /// The global that an element of the array is, for the thread of an index.
    fn element(&self, index: usize, at: At) -> usize {
        GLOBALS
            + match at {
                At::Number(number) => number,
                At::Own => index % ELEMENTS,
                At::Register(r) => (self.registers[r] & 3) as usize % ELEMENTS,
            }
    }

    fn value(&self, value: Value) -> i32 {
        match value {
            Value::Number(number) => number,
            Value::Register(r) => self.registers[r],
            Value::Sum(r, number) => self.registers[r] + number,
            Value::Xor(r, number) => self.registers[r] ^ number,
            Value::And(r, number) => self.registers[r] & number,
        }
    }

    fn test(&self, test: Test) -> bool {
        match test {
            Test::Equal(r, number) => self.registers[r] == number,
            Test::Different(r, number) => self.registers[r] != number,
            Test::Less(r, number) => self.registers[r] < number,
        }
    }
}
