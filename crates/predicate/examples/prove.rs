//! Runs the engine alone on a file.
use std::path::PathBuf;
fn main() {
    let mut file = PathBuf::new();
    let mut options = cfa::Options::default();
    for arg in std::env::args().skip(1) {
        if arg == "-m32" { options.data_model = cfa::DataModel::Ilp32; } else { file = arg.into(); }
    }
    let loaded = cfa::load(&[file], &options).unwrap();
    let start = std::time::Instant::now();
    let limit: u64 = std::env::var("LIMIT").ok().and_then(|s| s.parse().ok()).unwrap_or(60);
    let limits = predicate::Limits::default();
    let flag = limits.deadline.clone();
    std::thread::spawn(move || { std::thread::sleep(std::time::Duration::from_secs(limit)); flag.store(true, std::sync::atomic::Ordering::Relaxed); });
    let mut last = String::new();
    let result = predicate::check(&loaded.program, &predicate::Options { error_function: None, limits }, &mut |stats| {
        if std::env::var("TRACE").is_ok() && last != stats.now { eprintln!("[{:.1}] {}", start.elapsed().as_secs_f64(), stats.now); last = stats.now.clone(); }
    });
    let Ok(predicate::Report { answer, stats }) = result else { println!("CRASH"); return };
    match answer {
        predicate::Answer::Safe => println!("true"),
        predicate::Answer::Reached(given) => {
            println!("false {}", given.iter().filter(|g| matches!(g.origin, predicate::Origin::Choice(..))).map(|g| format!("{}", g.value)).collect::<Vec<_>>().join(" "));
            let n = given.iter().filter(|g| matches!(g.origin, predicate::Origin::Unknown)).count();
            if n > 0 { println!("  with {n} unknown values"); }
        }
        predicate::Answer::Obstacle(o) => println!("unknown obstacle {} {}", o.message, o.pos.line),
        predicate::Answer::Undecided => println!("unknown undecided"),
        predicate::Answer::NoProgress => println!("unknown no-progress"),
        predicate::Answer::Limit(_) => println!("unknown time"),
    }
    let stats = predicate::Stats { now: String::new(), ..stats };
    println!("{stats:?} {:.2}s", start.elapsed().as_secs_f64());
}
