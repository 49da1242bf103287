//! A task that two workers do, one of whom knows more than the other: whichever result counts, the report is that of one machine.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;

use explicit::reuse::Request;
use explicit::{Options, Stats, check};
use serde_json::json;

use super::*;
use crate::cluster::{Onlooker, Submission};
use crate::console::{Color, Verbosity};
use crate::job::Job;

/// States are come to on many ways, so that who knows more stops earlier.
const PROGRAM: &str = "
    typedef struct { long word[5]; } mutex;
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *);
    int evercheck_choose(int, int);
    mutex lock;
    int sum;
    static void *work(void *unused) {
        for (int i = 0; i < 3; i++) {
            int n = evercheck_choose(1, 3);
            pthread_mutex_lock(&lock);
            sum += n;
            pthread_mutex_unlock(&lock);
        }
        return 0;
    }
    int main(void) {
        unsigned long one, two;
        pthread_create(&one, 0, work, 0);
        pthread_create(&two, 0, work, 0);
        pthread_join(one, 0);
        pthread_join(two, 0);
        return 0;
    }";

const WAITING: Duration = Duration::from_secs(30);

/// A server that ends with the test.
struct Server {
    child: Child,
    folder: PathBuf,
    url: String,
}

impl Server {
    fn start(name: &str) -> Server {
        let folder = std::env::temp_dir().join(format!("evercheck-twice-{name}-{}", std::process::id()));
        let server = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.nats/2.15.1/nats-server");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
        let mut command = Command::new(server);
        command.args(["-js", "-a", "127.0.0.1", "-p", &port, "-sd"]).arg(&folder);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = child.expect("a server: run scripts/nats.py");
        Server { child, folder, url: format!("nats://127.0.0.1:{port}") }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

struct Guard(Arc<AtomicBool>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct Nobody;

impl Onlooker for Nobody {
    fn stats(&mut self, _: &Stats) {}
    fn workers(&mut self, _: &[Shift], _: u64, _: u64) {}
}

fn worker<'c>(console: &'c Console, url: &str, door: &DoorArgs, name: &str) -> Worker<'c> {
    Worker {
        console,
        broker: Broker::connect(url, door, true).expect("a broker"),
        name: name.to_string(),
        signal: Arc::default(),
        places: HashMap::default(),
        done: 0,
        announced: Cell::default(),
    }
}

impl Worker<'_> {
    fn place(&self, run: &Run) -> Place {
        let room = self.broker.room(&run.id).expect("a broker").expect("a room");
        let Ok(assignment) = Assignment::get(&self.broker, &room, run) else { panic!("{run:?}") };
        Place { assignment, room, share: Share::new(run) }
    }

    fn given(&self, place: &Place, wait: Duration) -> Option<(Delivery, Task)> {
        let delivery = match self.broker.take(&place.room, wait) {
            Ok(delivery) => delivery?,
            Err(Trouble::Gone) => return None,
            Err(Trouble::Lost(why)) => panic!("{why}"),
        };
        let task = self.broker.unpack(&place.room, delivery.payload()).expect("a broker").expect("a task");
        Some((delivery, task))
    }

    /// Does what there is to do at the moment.
    fn do_all(&mut self, place: &mut Place) {
        while let Some((delivery, _)) = self.given(place, Duration::from_millis(300)) {
            match self.attend(place, &delivery) {
                Ok(()) | Err(Trouble::Gone) => {}
                Err(Trouble::Lost(why)) => panic!("{why}"),
            }
        }
    }
}

fn done(explored: Result<Explored, Trouble>) -> (Checked, bool, f64) {
    match explored {
        Ok(Explored::Done { checked, is_hurried, seconds }) => (*checked, is_hurried, seconds),
        _ => panic!("nothing was explored"),
    }
}

/// The one who knows less is the first to hand in, or the last.
fn twice(name: &str, is_first: bool) {
    let server = Server::start(name);
    let console = &Console::new(Color::Never, Verbosity::Quiet);
    let line = ["--broker", &server.url, "--budget", "200..400"];
    let args = Job::new(name).file("input.c").options(line).args().expect("options").cluster;
    let mut units = serde_json::to_value(cfa::Units::default()).expect("JSON");
    units["files"] = json!([["input.i", PROGRAM.as_bytes()]]);
    let units: cfa::Units = serde_json::from_value(units).expect("units");
    let program = units.clone().load().expect("a program").program;
    let options = Options::default();
    // Whatever fails here, the submitter does not wait for ever.
    let guard = Guard(options.limits.cancel.clone());
    let alone = check(&program, &options, &mut |_: &Stats| {});
    let (mut one, mut other) =
        (worker(console, &server.url, &args.door, "one"), worker(console, &server.url, &args.door, "other"));
    let explored = thread::scope(|scope| {
        let _guard = guard;
        let submitted = scope.spawn(|| {
            let request = &Request { is_recording: true, ..Request::default() };
            let (url, args, target, units) = (&server.url, &args, name.to_string(), &units);
            let (program, options) = (&program, &options);
            Submission { console, url, args, target, units, program, options, request }.explore(&mut Nobody)
        });
        let start = Instant::now();
        let run = loop {
            match one.broker.runs().expect("a broker").pop() {
                Some(run) => break run,
                None => assert!(start.elapsed() < WAITING, "no run"),
            }
        };
        let (mut here, mut there) = (one.place(&run), other.place(&run));
        let (first, _) = one.given(&here, WAITING).expect("the first task");
        one.attend(&mut here, &first).expect("a broker");
        // This one is explored while nothing is known but the first result, and not handed in.
        let (delivery, task) = one.given(&here, WAITING).expect("what is left");
        let early = done(one.explore(&mut here, &delivery, &task));
        // As long as nobody does another one, the run does not end.
        let (kept, _) = one.given(&here, WAITING).expect("more that is left");
        other.do_all(&mut there);
        // As if its lease had run out: the same task again, for one who knows all others by now.
        one.broker.give_back(&delivery);
        let (again, same) = other.given(&there, WAITING).expect("the task again");
        assert_eq!((same.range, again.count), (task.range.clone(), 2));
        let late = done(other.explore(&mut there, &again, &task));
        assert!(late.0.report.stats.states < early.0.report.stats.states, "both know the same");
        let count = other.broker.done(&there.room).expect("a broker");
        assert!(count > 3, "{count} tasks");
        if is_first {
            one.tell(&mut here, &delivery, &task, early).expect("a broker");
            other.tell(&mut there, &again, &task, late).expect("a broker");
        } else {
            other.tell(&mut there, &again, &task, late).expect("a broker");
            one.tell(&mut here, &delivery, &task, early).expect("a broker");
        }
        one.broker.give_back(&kept);
        while !submitted.is_finished() {
            other.do_all(&mut there);
            assert!(start.elapsed() < 4 * WAITING, "the run does not end");
        }
        submitted.join().expect("no panic").expect("no failure")
    });
    let report = &explored.checked.report;
    assert_eq!(explored.lost, None);
    assert_eq!((explored.here, &report.properties), (0, &alone.properties));
    let counts = |stats: Stats| (stats.states, stats.transitions, stats.ends);
    assert_eq!(counts(report.stats), counts(alone.stats));
}

#[test]
fn a_task_that_is_done_twice_counts_once_whoever_is_first() {
    twice("early", true);
    twice("late", false);
}
