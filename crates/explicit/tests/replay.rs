//! The path of a violation, replayed on the bare machine.

use cfa::Program;
use explicit::{Options, Report, Stats, check};
use machine::explore::Choice;
use verdict::Property;
use verdict::replay::{End, replay};

const SOURCE: &str = "
    int evercheck_choose(int, int);
    void reach_error(void);
    int main(void) {
        int x = evercheck_choose(0, 9);
        if (x == 7) reach_error();
        return evercheck_choose(0, x);
    }";

fn searched() -> (Program, Report) {
    let program = cfa::from_text(SOURCE).unwrap();
    let report = check(&program, &Options::default(), &mut |_: &Stats| {});
    assert_eq!(report.verdict(), "false(unreach-call)");
    (program, report)
}

fn end(program: &Program, property: Property, path: &[Choice]) -> End {
    replay(program, &Options::default().machine(), property, path, Box::new(|_| {}), |_, _| {}).end
}

#[test]
fn the_path_of_a_violation_shows_it_again() {
    let (program, report) = searched();
    let violation = &report.violations[0];
    assert!(end(&program, violation.property, &violation.path).confirms(violation));
}

#[test]
fn another_path_or_another_place_does_not() {
    let (program, report) = searched();
    let violation = &report.violations[0];
    let with_last = |option| {
        let mut path = violation.path.clone();
        path.last_mut().unwrap().option = option;
        end(&program, violation.property, &path)
    };
    assert_eq!(with_last(3), End::Harmless);
    assert_eq!(with_last(99), End::Elsewhere { after: violation.path.len() - 1 });
    let longer = [&violation.path[..], &violation.path[..1]].concat();
    assert_eq!(end(&program, violation.property, &longer), End::Elsewhere { after: violation.path.len() });
    let mut elsewhere = violation.clone();
    elsewhere.call_stack[0].1.line += 1;
    assert!(!end(&program, violation.property, &violation.path).confirms(&elsewhere));
}
