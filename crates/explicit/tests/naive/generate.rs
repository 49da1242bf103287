//! Random programs.

use cfa::fuzz::random::Random;

use super::*;

struct Generator {
    random: Random,
    asserts: usize,
    /// Mutexes that are held where the generator is.
    held: Vec<usize>,
    is_atomic: bool,
    flavour: Flavour,
}

/// What a program has most of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flavour {
    Anything,
    Locks,
    Heap,
    /// Threads choose numbers, meet, and use them.
    Choices,
    /// Mostly each has an element of its own.
    Elements,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Sketch {
    let mut generator = Generator {
        random: Random::new(seed),
        asserts: 0,
        held: Vec::new(),
        is_atomic: false,
        flavour: Flavour::Anything,
    };
    let random = &mut generator.random;
    generator.flavour = match random.below(9) {
        0 => Flavour::Locks,
        1 | 2 => Flavour::Heap,
        3 => Flavour::Choices,
        4..=6 => Flavour::Elements,
        _ => Flavour::Anything,
    };
    let keeping = match random.below(4) {
        0 => Keeping::Array,
        1 => Keeping::ThreadLocal,
        _ => Keeping::Registers,
    };
    let others = 1 + random.below(2) + random.below(6) / 5;
    let length = [7, 5, 3][others - 1];
    let mut threads = vec![Vec::new()];
    for index in 0..others {
        let thread = generator.thread(index, others, length);
        threads.push(thread);
    }
    // The last may go on for ever.
    let is_endless = generator.random.one_in(6);
    if is_endless {
        let body = generator.own_work(true);
        threads[others].push(Statement::Forever(body));
    }
    // The first of them may create the last, and waits for it.
    let is_nested = others > 1 && generator.random.one_in(4);
    let created = others - usize::from(is_nested);
    if is_nested {
        let at = generator.random.below(threads[1].len() + 1);
        threads[1].insert(at, Statement::Create(others));
        threads[1].push(Statement::Join(others));
    }
    // The main thread does something, too, between its creations.
    let mut main = Vec::new();
    for other in 1..=created {
        if generator.random.one_in(2) {
            let count = generator.random.below(2);
            main.extend(generator.block(count + 1, 1));
        }
        let is_handed_over = generator.flavour == Flavour::Heap && generator.random.one_in(2);
        main.extend(is_handed_over.then(|| Statement::New(0, generator.value())));
        main.push(Statement::Create(other));
        main.extend(is_handed_over.then(|| Statement::Write(0, generator.value())));
    }
    if generator.random.one_in(2) {
        main.extend(generator.block(3 - others.min(2), 1));
    }
    // It waits for all, or for some, in some order, and looks at what they did.
    let mut left: Vec<usize> = (1..=created).collect();
    if generator.random.one_in(3) {
        left.reverse();
    }
    if generator.random.one_in(6) {
        left.pop();
    }
    if is_endless && !generator.random.one_in(4) {
        left.retain(|&other| other != others);
    }
    for other in left {
        main.push(Statement::Join(other));
        if generator.random.one_in(3) {
            main.extend(generator.block(1, 0));
        }
    }
    threads[0] = main;
    Sketch { threads, keeping }
}

impl Generator {
    fn thread(&mut self, index: usize, others: usize, length: usize) -> Vec<Statement> {
        let mut thread = Vec::new();
        match self.flavour {
            Flavour::Choices => {
                thread.extend((0..REGISTERS - 1).map(|register| Statement::Choose(register, 2)));
                // Only if all have chosen: then the values of all are still in registers.
                let (met, register) = (REGISTERS - 1, self.random.below(REGISTERS - 1));
                thread.extend([Statement::FetchAdd(met, 0, 1), Statement::Load(met, 0)]);
                let store = Statement::Store(1 + index % (GLOBALS - 1), Value::Register(register));
                thread.push(Statement::If(Test::Equal(met, others as i32), vec![store], Vec::new()));
                if self.random.one_in(2) {
                    return thread;
                }
                thread.extend(self.block(2, 1));
            }
            Flavour::Heap if self.random.one_in(2) => {
                thread.push(Statement::Read(0, 0));
                thread.push(Statement::Store(0, Value::Register(0)));
                thread.extend(self.block(length - 1, 2));
            }
            Flavour::Elements if self.random.one_in(2) => {
                thread.extend(self.own_work(false));
                thread.extend(self.block(length / 2, 1));
                if self.random.one_in(2) {
                    thread.extend(self.own_work(false));
                }
            }
            _ => thread = self.block(length, 2),
        }
        thread
    }

    /// Work on the thread's own element, maybe with choices and in a loop; values stay small, so that it may go on for ever.
    fn own_work(&mut self, is_endless: bool) -> Vec<Statement> {
        let mut work = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let register = self.random.below(REGISTERS);
            work.push(match self.random.below(5) {
                0 => Statement::Choose(register, 2),
                1 => Statement::LoadAt(register, At::Own),
                2 if is_endless => Statement::Store(self.random.below(GLOBALS), Value::And(register, 1)),
                _ => Statement::StoreAt(At::Own, Value::And(register, 1)),
            });
        }
        let register = self.random.below(REGISTERS);
        work.push(Statement::StoreAt(At::Own, Value::Xor(register, 1)));
        work.push(Statement::LoadAt(register, At::Own));
        match self.random.one_in(2) && !is_endless {
            true => vec![Statement::Loop(2, work)],
            false => work,
        }
    }

    fn block(&mut self, length: usize, depth: usize) -> Vec<Statement> {
        (0..length.div_ceil(2) + self.random.below(length / 2 + 1)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let random = &mut self.random;
        let (register, global) = (random.below(REGISTERS), random.below(GLOBALS));
        let (own, shared) = (random.below(OWN_POINTERS), random.below(POINTERS));
        let number = random.below(3) as i32;
        let kind = match self.flavour {
            Flavour::Locks if depth > 0 && random.one_in(2) => 28,
            Flavour::Heap if random.below(3) > 0 => 15 + random.below(9),
            Flavour::Elements if random.below(3) > 0 => 32 + random.below(5),
            _ => random.below(if depth > 0 { 37 } else { 24 }),
        };
        match kind {
            0..=2 => Statement::Load(register, global),
            3..=5 => Statement::Store(global, self.value()),
            6 => Statement::Copy(global, self.random.below(GLOBALS)),
            7 => Statement::Increment(global),
            8 => Statement::Exchange(register, global, self.value()),
            9 => Statement::CompareExchange(register, global, number, 1 + self.random.below(3) as i32),
            10 => Statement::FetchAdd(register, global, number + 1),
            11 => Statement::Choose(register, 2 + number % 2),
            12 | 13 => {
                self.asserts += 1;
                Statement::Assert(self.asserts, self.test())
            }
            14 => Statement::Set(register, self.value()),
            15 | 16 => Statement::New(own, self.value()),
            17 | 18 => Statement::Publish(shared, own),
            19 | 20 => Statement::Fetch(own, shared),
            21 => Statement::Read(register, own),
            22 | 23 => Statement::Write(own, self.value()),
            24 | 25 => {
                let test = self.test();
                let yes = self.block(2, depth - 1);
                let no = if self.random.one_in(2) { self.block(2, depth - 1) } else { Vec::new() };
                Statement::If(test, yes, no)
            }
            26 => Statement::Loop(2, self.block(2, depth - 1)),
            27 if !self.is_atomic => {
                self.is_atomic = true;
                let body = self.block(3, 0);
                self.is_atomic = false;
                Statement::Atomic(body)
            }
            28..=30 if !self.is_atomic => {
                let mutex = self.random.below(MUTEXES);
                if self.held.contains(&mutex) {
                    return Statement::Load(register, global);
                }
                self.held.push(mutex);
                let body = self.block(2, depth - 1);
                self.held.pop();
                if kind == 30 { Statement::TrySection(mutex, body) } else { Statement::Section(mutex, body) }
            }
            31 => Statement::Call(self.block(2, depth - 1)),
            32 | 33 => Statement::LoadAt(register, self.at()),
            34 => Statement::StoreAt(self.at(), self.value()),
            35 => Statement::Take(own, global),
            36 if depth > 0 => Statement::CallThrough(self.block(2, depth - 1)),
            _ => Statement::StoreAt(At::Own, self.value()),
        }
    }

    fn at(&mut self) -> At {
        match self.random.below(8) {
            0 => At::Number(self.random.below(ELEMENTS)),
            1 => At::Register(self.random.below(REGISTERS)),
            _ => At::Own,
        }
    }

    fn value(&mut self) -> Value {
        let (register, number) = (self.random.below(REGISTERS), self.random.below(4) as i32);
        match self.random.below(6) {
            0 | 1 => Value::Number(number),
            2 => Value::Register(register),
            3 => Value::Sum(register, number),
            4 => Value::Xor(register, number),
            _ => Value::And(register, number),
        }
    }

    fn test(&mut self) -> Test {
        let (register, number) = (self.random.below(REGISTERS), self.random.below(4) as i32);
        match self.random.below(3) {
            0 => Test::Equal(register, number),
            1 => Test::Different(register, number),
            _ => Test::Less(register, number),
        }
    }
}
