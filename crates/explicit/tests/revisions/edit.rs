//! Revisions: edits of sketches.

use cfa::fuzz::random::Random;

use super::generate::{
    Generator, add_function, add_function_of, add_global, add_local, any, any_type, target,
};
use super::print::OWN;
use super::*;

/// A few edits.
pub fn revise(random: &mut Random, sketch: &Sketch) -> Sketch {
    let mut revised = sketch.clone();
    for _ in 0..1 + random.below(3) / 2 + random.below(6) / 5 {
        edit(random, &mut revised);
    }
    if random.one_in(4) {
        rename(random, &mut revised);
    }
    if random.one_in(4) {
        write_otherwise(random, &mut revised);
    }
    revised
}

/// Branches and operators are turned round. That mostly means the same, and sometimes other accesses come first.
fn write_otherwise(random: &mut Random, sketch: &mut Sketch) {
    for function in &mut sketch.functions {
        visit_blocks(&mut function.body, &mut |block| {
            for statement in block.iter_mut().filter(|_| random.one_in(3)) {
                if let Statement::If(test, yes, no) = statement {
                    std::mem::swap(yes, no);
                    *test = match std::mem::replace(test, Expr::Number(0)) {
                        Expr::Not(inner) => *inner,
                        test => Expr::Not(Box::new(test)),
                    };
                }
            }
        });
        visit_exprs(&mut function.body, &mut |expr| {
            let (old, a, b) = match expr {
                Expr::Binary(op, a, b) if random.one_in(3) => (*op, a.clone(), b.clone()),
                Expr::Not(a) if random.one_in(3) => ("!", a.clone(), Box::new(Expr::Number(0))),
                _ => return,
            };
            *expr = match old {
                "!" => Expr::Binary("==", a, b),
                "<" => Expr::Binary(">", b, a),
                ">" => Expr::Binary("<", b, a),
                "<=" => Expr::Not(Box::new(Expr::Binary(">", a, b))),
                "+" | "&" | "^" | "|" | "==" | "!=" => Expr::Binary(old, b, a),
                _ => return,
            };
        });
    }
}

/// Some of everything is called otherwise, beside what else changed.
fn rename(random: &mut Random, sketch: &mut Sketch) {
    for index in 0..sketch.globals.len() {
        if random.one_in(3) {
            sketch.globals[index].name = format!("h{}", sketch.fresh());
        }
    }
    for index in 0..sketch.functions.len() {
        let id = sketch.fresh();
        let function = &mut sketch.functions[index];
        if random.one_in(3) {
            function.parameter = if function.parameter == "n" { "m".into() } else { "n".into() };
        }
        function.is_static ^= function.signature != Signature::Main && random.one_in(6);
        if function.signature != Signature::Main && random.one_in(3) {
            function.name = format!("e{id}");
        }
        for (at, local) in function.locals.iter_mut().enumerate() {
            if random.one_in(3) {
                local.name = format!("k{id}_{at}");
            }
        }
    }
    for _ in 0..random.below(3) {
        swap_names(random, sketch);
    }
}

fn edit(random: &mut Random, sketch: &mut Sketch) {
    if sketch.has_structs && random.one_in(3) {
        return structs::change(random, sketch);
    }
    match random.below(100) {
        0..=7 => insert(random, sketch),
        8..=12 => change_block(random, sketch, |random, block| {
            if !block.is_empty() {
                block.remove(random.below(block.len()));
            }
        }),
        13 | 14 => {
            change_block(random, sketch, |random, block| {
                if !block.is_empty() {
                    block.remove(random.below(block.len()));
                }
            });
            insert(random, sketch);
        }
        15 | 16 => change_block(random, sketch, |random, block| {
            if block.len() > 1 {
                let at = random.below(block.len() - 1);
                block.swap(at, at + 1);
            }
        }),
        17 => change_block(random, sketch, |random, block| {
            if !block.is_empty() {
                let moved = block.remove(random.below(block.len()));
                block.insert(random.below(block.len() + 1), moved);
            }
        }),
        18 => change_block(random, sketch, |random, block| {
            if !block.is_empty() {
                let copy = block[random.below(block.len())].clone();
                if !has_label(&copy) {
                    block.insert(random.below(block.len() + 1), copy);
                }
            }
        }),
        19..=22 => wrap(random, sketch),
        23 => change_block(random, sketch, |random, block| {
            if let Some(at) = (0..block.len()).find(|_| random.one_in(2)) {
                let inner = block[at].parts().1.into_iter().next().cloned();
                if let Some(inner) = inner {
                    block.splice(at..at + 1, inner);
                }
            }
        }),
        24..=45 => change_expr(random, sketch),
        46..=57 => change_statement(random, sketch),
        58..=73 => change_global(random, sketch),
        74..=79 => change_local(random, sketch),
        80..=92 => change_function(random, sketch),
        93 => swap_names(random, sketch),
        94 | 95 => structs::change(random, sketch),
        96 => add_thread(random, sketch),
        97 if random.one_in(2) => shuffle(random, &mut sketch.functions),
        97 | 98 => {
            let own = OWN[random.below(OWN.len())].0;
            match sketch.own.iter().position(|&it| it == own) {
                Some(at) => _ = sketch.own.remove(at),
                None => sketch.own.push(own),
            }
        }
        _ => sketch.spacing = random.below(8) as u32,
    }
}

fn has_label(statement: &Statement) -> bool {
    let mut copy = statement.clone();
    matches!(copy, Statement::Skip(..) | Statement::Again(..) | Statement::Computed(..))
        || copy.parts().1.into_iter().any(|block| block.iter().any(has_label))
}

/// Those that surely run are chosen more often.
fn any_function(random: &mut Random, sketch: &Sketch) -> usize {
    let is_first =
        |at: &usize| matches!(sketch.functions[*at].signature, Signature::Main | Signature::Thread);
    let first: Vec<usize> = (0..sketch.functions.len()).filter(is_first).collect();
    if random.one_in(2) && !first.is_empty() {
        return first[random.below(first.len())];
    }
    random.below(sketch.functions.len())
}

/// Functions that are reached through what others point to.
fn any_pointed(random: &mut Random, sketch: &Sketch) -> Option<usize> {
    let pointed: Vec<Id> = sketch
        .globals
        .iter()
        .flat_map(|it| match &it.content {
            Content::Table { functions, .. } => functions.clone(),
            Content::Start { function } => vec![*function],
            _ => Vec::new(),
        })
        .collect();
    let pointed: Vec<usize> =
        (0..sketch.functions.len()).filter(|&at| pointed.contains(&sketch.functions[at].id)).collect();
    (!pointed.is_empty()).then(|| pointed[random.below(pointed.len())])
}

/// Globals about which code does not tell everything are chosen more often: who points to them does not name them, and
/// what they start with is nowhere else.
fn any_global(random: &mut Random, sketch: &Sketch) -> usize {
    let pointed: Vec<Id> = sketch
        .globals
        .iter()
        .filter_map(|it| match it.content {
            Content::Pointer { to, .. } => Some(to),
            _ => None,
        })
        .collect();
    let is_hidden = |at: &usize| {
        let global = &sketch.globals[*at];
        let is_table = matches!(global.content, Content::Table { .. } | Content::Start { .. });
        is_table || global.is_thread_local || pointed.contains(&global.id)
    };
    let hidden: Vec<usize> = (0..sketch.globals.len()).filter(is_hidden).collect();
    if random.one_in(2) && !hidden.is_empty() {
        return hidden[random.below(hidden.len())];
    }
    random.below(sketch.globals.len())
}

fn change_block(random: &mut Random, sketch: &mut Sketch, f: impl Fn(&mut Random, &mut Block)) {
    let function = any_function(random, sketch);
    let body = &mut sketch.functions[function].body;
    let mut count = 0;
    visit_blocks(body, &mut |_| count += 1);
    // The last one is the body itself.
    let chosen = if random.one_in(2) { count - 1 } else { random.below(count) };
    let mut at = 0;
    visit_blocks(body, &mut |block| {
        if at == chosen {
            f(random, block);
        }
        at += 1;
    });
}

fn insert(random: &mut Random, sketch: &mut Sketch) {
    let index = any_function(random, sketch);
    let id = sketch.functions[index].id;
    let mut generator = Generator::of(random, sketch, id);
    let statement = if generator.random.one_in(4) { generator.check() } else { generator.statement(1) };
    let body = &mut sketch.functions[index].body;
    let mut count = 0;
    visit_blocks(body, &mut |_| count += 1);
    let chosen = random.below(count);
    let (mut at, mut statement) = (0, Some(statement));
    visit_blocks(body, &mut |block| {
        if at == chosen {
            let place = random.below(block.len() + 1);
            statement.take().into_iter().for_each(|it| block.insert(place, it));
        }
        at += 1;
    });
}

fn wrap(random: &mut Random, sketch: &mut Sketch) {
    let id = sketch.fresh();
    let mutex = any(random, &sketch.globals_like(|it| matches!(it, Content::Mutex)));
    let index = any_function(random, sketch);
    let owner = sketch.functions[index].id;
    let test = Generator::of(random, sketch, owner).test();
    let kind = random.below(6);
    let body = &mut sketch.functions[index].body;
    if body.is_empty() {
        return;
    }
    let first = random.below(body.len());
    let last = (first + 1 + random.below(2)).min(body.len());
    let inner: Block = body.drain(first..last).collect();
    let wrapped = match kind {
        0 => Statement::For(id, 1 + random.below(2) as i32, inner),
        1 => Statement::Lock(mutex, inner),
        2 => Statement::Atomic(inner),
        3 => Statement::Skip(id, test, inner),
        4 => Statement::If(test, Vec::new(), inner),
        _ => Statement::If(test, inner, Vec::new()),
    };
    body.insert(first, wrapped);
}

fn change_expr(random: &mut Random, sketch: &mut Sketch) {
    let index = any_function(random, sketch);
    let id = sketch.functions[index].id;
    let mut generator = Generator::of(random, sketch, id);
    let (expr, place, op) = (generator.expr(1), generator.place(), generator.op());
    let table = any(random, &sketch.globals_like(|it| matches!(it, Content::Table { .. })));
    let kind = random.below(3);
    let body = &mut sketch.functions[index].body;
    let mut count = 0;
    visit_exprs(body, &mut |_| count += 1);
    if count == 0 {
        return;
    }
    let (chosen, mut at) = (random.below(count), 0);
    visit_exprs(body, &mut |it| {
        if at == chosen {
            match it {
                Expr::Number(number) => *number = (*number + 1 + random.below(3) as i32) % 5,
                Expr::Binary(old, ..) if kind < 2 => *old = op,
                Expr::Choose(low, high) => match kind {
                    0 => *high += 1,
                    1 => *low -= 1,
                    _ => *high = *low,
                },
                Expr::FetchAdd(_, number) => *number += 1,
                Expr::Text(text, _) if kind < 2 => *text = if *text == "abcd" { "dcba" } else { "abcd" },
                Expr::Indirect(old, ..) if kind == 0 => *old = table,
                Expr::Global(_) | Expr::Local(_) | Expr::Field(..) | Expr::Pointed(_) | Expr::Through(_) => {
                    *it = place.clone();
                }
                it => *it = expr.clone(),
            }
        }
        at += 1;
    });
}

/// A part of a statement that is no expression; or who gets the result.
fn change_statement(random: &mut Random, sketch: &mut Sketch) {
    let index = any_function(random, sketch);
    let id = sketch.functions[index].id;
    let mut generator = Generator::of(random, sketch, id);
    let (place, test, value) = (generator.place(), generator.test(), generator.expr(0));
    let plain = sketch.functions_like(|it| it == Signature::Plain);
    let ender = any(random, &sketch.functions_like(|it| it == Signature::Ending));
    let (plain, to, number) = (any(random, &plain), target(random, sketch), random.below(3));
    let body = &mut sketch.functions[index].body;
    visit_blocks(body, &mut |block| {
        for statement in block.iter_mut().filter(|_| random.one_in(2)) {
            match statement {
                Statement::Set(Expr::Local(_), _) if number == 1 => *statement = Statement::Fence,
                Statement::Fence => *statement = Statement::Set(place.clone(), value.clone()),
                Statement::MakeKey(_, function) => *function = ender,
                Statement::Set(old, value) => match number {
                    0 => *statement = Statement::Do(value.clone()),
                    _ => *old = place.clone(),
                },
                Statement::Do(value) => *statement = Statement::Set(place.clone(), value.clone()),
                Statement::For(_, count, _) | Statement::Again(_, count, _) => *count = 1 + number as i32,
                Statement::Input(_, ty, _, bound) => match number {
                    0 => *ty = if *ty == "uchar" { "int" } else { "uchar" },
                    _ => *bound = 1 + (*bound + number as i32) % 4,
                },
                Statement::Change(op, ..) => *op = ["+", "^", "-"][number],
                Statement::If(_, yes, no) if number == 0 => std::mem::swap(yes, no),
                Statement::If(old, ..) | Statement::Skip(_, old, _) => *old = test.clone(),
                Statement::Switch(_, cases) => cases.iter_mut().for_each(|case| match number {
                    0 => case.0 += 1,
                    1 => case.2 = !case.2,
                    _ => case.0 = (case.0 + 2) % 3 - 1,
                }),
                Statement::Computed(_, _, first, second) => std::mem::swap(first, second),
                Statement::Aim(_, at, function) => match number {
                    0 => *at += 1,
                    _ => *function = plain,
                },
                Statement::Point(_, old, at) => match number {
                    0 => *old = to,
                    _ => *at += 1,
                },
                Statement::Create(_, _, given) => *given = to,
                Statement::Spin(count, _) => *count += 1,
                Statement::Error(value) => *statement = Statement::Assert(value.clone()),
                Statement::Push(list, _) if number == 0 => *statement = Statement::Pop(*list),
                Statement::Atomic(inner) if number == 0 => {
                    *statement = Statement::If(Expr::Number(1), inner.clone(), Vec::new());
                }
                _ => continue,
            }
            return;
        }
    });
}

fn change_global(random: &mut Random, sketch: &mut Sketch) {
    if sketch.globals.is_empty() {
        return add_global(random, sketch);
    }
    let index = any_global(random, sketch);
    let (to, id) = (target(random, sketch), sketch.fresh());
    let plain = any(random, &sketch.functions_like(|it| it == Signature::Plain));
    let thread = any(random, &sketch.functions_like(|it| it == Signature::Thread));
    match random.below(22) {
        0 | 1 => return add_global(random, sketch),
        2 => return drop(sketch.globals.remove(index)),
        3 => return sketch.globals[index].name = format!("h{id}"),
        4 => return shuffle(random, &mut sketch.globals),
        5 => return sketch.globals[index].is_static ^= true,
        6 | 7 => {
            let global = &mut sketch.globals[index];
            if matches!(global.content, Content::Number { .. } | Content::Array { .. } | Content::Pair { .. })
            {
                global.is_thread_local ^= true;
            }
            return;
        }
        _ => {}
    }
    let kind = random.below(3);
    match &mut sketch.globals[index].content {
        Content::Number { ty, .. } if kind == 0 => *ty = any_type(random),
        Content::Number { init, .. } => *init = (*init + 1) % 4,
        Content::Array { init, length, is_constant } => match random.below(4) {
            0 => *length = 1 + random.below(5),
            1 => *is_constant ^= true,
            _ => {
                let at = random.below(init.len());
                init[at] = (init[at] + 1) % 4;
            }
        },
        Content::Pair { init } => init[random.below(2)] += 1,
        Content::Pointer { to: old, at } => match kind {
            0 => *at += 1,
            _ => *old = to,
        },
        Content::Table { functions, is_constant } => match random.below(5) {
            0 => *is_constant ^= true,
            1 => functions.push(plain),
            2 => shuffle(random, functions),
            _ => {
                let at = random.below(functions.len());
                functions[at] = plain;
            }
        },
        Content::Start { function } => *function = thread,
        Content::Source { is_number } => *is_number ^= true,
        Content::List | Content::Heap | Content::Mutex | Content::Once | Content::Key => {
            add_global(random, sketch)
        }
    }
}

fn change_local(random: &mut Random, sketch: &mut Sketch) {
    let index = any_function(random, sketch);
    let (id, fresh) = (sketch.functions[index].id, sketch.fresh());
    let locals = &mut sketch.functions[index].locals;
    if locals.is_empty() || random.one_in(6) {
        add_local(random, sketch, id);
        return;
    }
    let at = random.below(locals.len());
    match random.below(6) {
        0 => _ = locals.remove(at),
        1 => locals[at].name = format!("k{fresh}"),
        2 => shuffle(random, locals),
        3 => locals[at].init += 1,
        4 => locals[at].ty = any_type(random),
        _ => {
            use Storage::*;
            locals[at].storage = [Register, Memory, Static, Bare][random.below(4)];
        }
    }
}

fn change_function(random: &mut Random, sketch: &mut Sketch) {
    use Signature::*;
    let kind = random.below(11);
    let nothings = sketch.functions.iter().enumerate().filter(|(_, it)| it.signature == Nothing);
    let nothings: Vec<Id> = nothings.map(|(at, _)| at as Id).collect();
    let index = match kind {
        // Nobody else can be called at the start or at the end.
        6 if !nothings.is_empty() => any(random, &nothings) as usize,
        4 | 10 => any_pointed(random, sketch).unwrap_or_else(|| any_function(random, sketch)),
        _ => any_function(random, sketch),
    };
    let id = sketch.fresh();
    let is_last = random.one_in(2) || kind == 10;
    let function = &mut sketch.functions[index];
    let is_main = function.signature == Main;
    match kind {
        0 => {
            let new = add_function(random, sketch);
            // Often it is called.
            let callers = sketch.functions_like(|it| matches!(it, Main | Thread));
            let caller = any(random, &callers);
            let call = Expr::Call(new, target(random, sketch), vec![Expr::Number(1), Expr::Number(2)]);
            let place = Generator::of(random, sketch, caller).place();
            if let Some(caller) = sketch.functions.iter_mut().find(|it| it.id == caller) {
                let at = random.below(caller.body.len() + 1);
                caller.body.insert(at, Statement::Set(place, call));
            }
        }
        1 if !is_main => _ = sketch.functions.remove(index),
        2 if !is_main && function.signature == Nothing && is_last => {
            function.name = format!("__VERIFIER_atomic_{id}");
        }
        2 if !is_main => function.name = format!("e{id}"),
        3 => function.parameter = if function.parameter == "n" { "m".into() } else { "n".into() },
        4 if !is_main => function.is_defined ^= true,
        5 | 10 if is_last => function.is_taken ^= true,
        5 if !is_main => function.is_static ^= true,
        6 => function.attribute = [None, Some("constructor"), Some("destructor")][random.below(3)],
        7 => {
            function.signature = match function.signature {
                Plain => [Two, Pair, Variadic][random.below(3)],
                // Nothing becomes plain that is not: plain functions are in tables, and call no function through one.
                Two => Pair,
                Pair | Pointer => Two,
                other => other,
            }
        }
        8 => {
            let (new, other) = (any_function(random, sketch), any_function(random, sketch));
            sketch.functions.swap(new, other);
        }
        _ => {
            // Who returns what.
            let value = {
                let id = sketch.functions[index].id;
                Generator::of(random, sketch, id).expr(1)
            };
            match sketch.functions[index].body.last_mut() {
                Some(Statement::Return(old)) => *old = value,
                _ if !is_main => sketch.functions[index].body.push(Statement::Return(value)),
                _ => {}
            }
        }
    }
}

/// Two things of a kind are called what the other was.
fn swap_names(random: &mut Random, sketch: &mut Sketch) {
    if random.one_in(2) && sketch.globals.len() > 1 {
        let (a, b) = (random.below(sketch.globals.len()), random.below(sketch.globals.len()));
        let name = sketch.globals[a].name.clone();
        sketch.globals[a].name = std::mem::replace(&mut sketch.globals[b].name, name);
        return;
    }
    let (a, b) = (any_function(random, sketch), any_function(random, sketch));
    if [a, b].iter().all(|&it| sketch.functions[it].signature != Signature::Main) {
        let name = sketch.functions[a].name.clone();
        sketch.functions[a].name = std::mem::replace(&mut sketch.functions[b].name, name);
    }
}

fn add_thread(random: &mut Random, sketch: &mut Sketch) {
    let threads = sketch.functions_like(|it| it == Signature::Thread);
    let thread = match threads.len() {
        0 | 1 => add_function_of(random, sketch, Signature::Thread, 2),
        _ => any(random, &threads),
    };
    let (slot, given) = (random.below(3), target(random, sketch));
    for main in sketch.functions.iter_mut().filter(|it| it.signature == Signature::Main) {
        let at = random.below(main.body.len() + 1);
        main.body.insert(at, Statement::Create(slot, thread, given));
    }
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}
