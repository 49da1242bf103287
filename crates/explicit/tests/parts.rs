//! Parts of locations: what was found out with other cases in a switch, with something else in the branch that was not
//! taken, with a smaller choice or another constant in a comparison is used where it holds, and nowhere else. Everything that is reused here is executed again and compared.

use std::sync::Arc;

use explicit::audit::Audit;
use explicit::layer::Layer;
use explicit::reuse::{Checked, Mode, Request, check};
use explicit::{Options, Stats};

fn run(text: &str, mode: Mode, base: &[Layer]) -> Checked {
    let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let request =
        Request { mode, base: base.to_vec(), is_recording: true, audit: Audit::Full, ..Request::default() };
    let options = Options { is_keeping_going: true, ..Options::default() };
    check(&program, &options, &request, &mut |_: &Stats| {})
}

fn record(text: &str) -> Vec<Layer> {
    let layer = run(text, Mode::Delta, &[]).layer.map(|sections| Layer::open(Arc::new(sections)));
    vec![layer.flatten().expect("a layer of ours")]
}

/// Transitions of the new text, and how many of them are executed in each mode on the record of the old one.
fn executed(old: &str, new: &str) -> (u64, [u64; 2]) {
    let (base, scratch) = (record(old), run(new, Mode::Off, &[]));
    let verdict = |checked: &Checked| format!("{:?}", checked.report.properties);
    let executed = [Mode::Isse, Mode::Delta].map(|mode| {
        let checked = run(new, mode, &base);
        assert!(!checked.ledger.is_rejected, "{mode:?} rejects\n{old}\nfor\n{new}");
        assert_eq!(verdict(&checked), verdict(&scratch), "{mode:?}\n{old}\n{new}");
        // Delta leaves out what lies behind clean states.
        if mode == Mode::Isse {
            assert_eq!(checked.report.stats.states, scratch.report.stats.states, "{old}\n{new}");
        }
        checked.report.stats.executed
    });
    (scratch.report.stats.executed, executed)
}

/// A driver as those of `subjects/isse`: a sequence of operations on a set of keys.
fn driver(length: u32, keys: u32) -> String {
    format!(
        "int evercheck_choose(int, int); void reach_error(void);
        static int set[16], size;
        static int is_valid(void) {{
            int count = 0;
            for (int i = 0; i < 16; i++) {{ if (set[i] > 1) return 0; count += set[i]; }}
            return count == size;
        }}
        static int is_key(int key) {{ return key >= 0 && key < {keys}; }}
        static void add(int key) {{ if (!set[key]) {{ set[key] = 1; size++; }} }}
        static void drop(int key) {{ if (set[key]) {{ set[key] = 0; size--; }} }}
        int main(void) {{
            for (int i = 0; i < {length}; i++) {{
                if (evercheck_choose(0, 1)) {{
                    int key = evercheck_choose(0, {keys} - 1);
                    if (!is_key(key)) reach_error();
                    add(key);
                }} else {{
                    int key = evercheck_choose(0, {keys} - 1);
                    if (!is_key(key)) reach_error();
                    drop(key);
                }}
                if (!is_valid()) reach_error();
            }}
            return 0;
        }}"
    )
}

#[test]
fn more_keys_to_choose_from_leave_what_is_done_with_the_others() {
    let (all, [isse, delta]) = executed(&driver(4, 4), &driver(4, 5));
    let (known, _) = executed(&driver(4, 4), &driver(4, 4));
    // All that is new, and a way to each state at which there is a new choice.
    assert!(delta <= isse && delta < all - known / 2, "{delta} of {all}, {known} of them known");
}

#[test]
fn longer_sequences_leave_what_is_done_in_the_shorter_ones() {
    let (all, [isse, delta]) = executed(&driver(4, 4), &driver(5, 4));
    let (known, _) = executed(&driver(4, 4), &driver(4, 4));
    // The last operations of the shorter sequences are not the last any more.
    assert!(delta <= isse && delta < all - known / 3, "{delta} of {all}, {known} of them known");
}

/// Events one after the other, each a case of a switch.
fn events(cases: &str, last: u32) -> String {
    format!(
        "int evercheck_choose(int, int); void reach_error(void);
        static int a, b, c;
        int main(void) {{
            for (int i = 0; i < 5; i++) {{
                switch (evercheck_choose(0, {last})) {{
                case 0: a = evercheck_choose(0, 3); break;
                case 1: if (a > b) b++; else b = 0; break;
                {cases}
                }}
                if (a + b + c > 20) reach_error();
            }}
            return 0;
        }}"
    )
}

#[test]
fn a_new_case_leaves_what_is_done_in_the_others() {
    let (old, new) = (events("", 1), events("case 2: c ^= 1; break;", 2));
    let (all, [isse, delta]) = executed(&old, &new);
    let (known, _) = executed(&old, &old);
    assert!(delta <= isse && delta < all - known / 2, "{delta} of {all}, {known} of them known");
    // Another one goes where it went, and its values are another's now.
    executed(&new, &events("case 2: c ^= 3; break;", 2));
    executed(&new, &events("default: c ^= 1; break;", 2));
    executed(&new, &events("case 3: c ^= 1; break;", 3));
    executed(&events("default: c ^= 1; break;", 3), &events("default: c ^= 1; break; case 3: b = 2;", 3));
    executed(&events("case 2 ... 3: c ^= 1; break;", 3), &events("case 2: c ^= 1; case 3: break;", 3));
}

#[test]
fn a_change_in_one_branch_leaves_what_takes_the_other() {
    let (old, all_new) = (events("case 2: c ^= 1; break;", 2), "if (a > b) b++; else { c = 0; b = 0; }");
    let new = old.replace("if (a > b) b++; else b = 0;", all_new);
    let (all, [isse, delta]) = executed(&old, &new);
    // The choices before, and what goes by the other cases, are known.
    assert!(delta <= isse && 2 * delta < all, "{delta} of {all}");
}

/// All outcomes at each transition: one, the other, and both.
#[test]
fn fuzz_a_comparison_with_another_constant_holds_only_if_it_comes_out_the_same() {
    let text = |condition: &str| {
        format!(
            "int evercheck_choose(int, int); void reach_error(void);
            int seen;
            int main(void) {{
                int first = evercheck_choose(-2, 3), more = evercheck_choose(0, 2);
                for (int x = first; x - first <= more; x++) {{
                    unsigned u = x + 2;
                    if ({condition}) seen += 3; else seen -= 2;
                    if (seen == 6) reach_error();
                }}
                return seen;
            }}"
        )
    };
    let (mut needed, mut executed_at_all) = (0, 0);
    for shape in
        ["x < C", "x <= C", "x > C", "x >= C", "C < x", "C >= x", "u < Cu + 2", "!(x < C)", "x + 1 > C"]
    {
        for old in -3..5 {
            for new in [old - 1, old + 1, old + 3] {
                let with = |value: i32| text(&shape.replace('C', &format!("({value})")).replace(")u", ")"));
                let (all, [_, delta]) = executed(&with(old), &with(new));
                (needed, executed_at_all) = (needed + all, executed_at_all + delta);
            }
        }
    }
    // Where there is a violation, the way to it is walked once more, in order.
    assert!(executed_at_all + 1000 < needed, "{executed_at_all} of {needed}");
}

#[test]
fn a_choice_that_is_none_any_more_is_another_transition() {
    let text = |low: i32, high: i32| {
        format!(
            "int evercheck_choose(int, int); void reach_error(void);
            int main(void) {{ int a = evercheck_choose({low}, {high}); if (a == 2) reach_error(); return a; }}"
        )
    };
    for (old, new) in [
        ((0, 1), (0, 2)),
        ((0, 2), (0, 0)),
        ((0, 0), (0, 2)),
        ((0, 2), (1, 2)),
        ((0, 2), (3, 2)),
        ((1, 2), (0, 2)),
    ] {
        executed(&text(old.0, old.1), &text(new.0, new.1));
    }
}

/// Numbers drawn one after the other, and what becomes of them; `FIRST` and `NEXT` yield them.
fn draws(first: &str, next: &str) -> String {
    format!(
        "int evercheck_choose(int, int);
        int __VERIFIER_nondet_int(void);
        _Bool __VERIFIER_nondet_bool(void); char __VERIFIER_nondet_char(void);
        signed char __VERIFIER_nondet_schar(void); unsigned char __VERIFIER_nondet_uchar(void);
        void __VERIFIER_assume(int); void reach_error(void);
        static long sum, last;
        int main(void) {{
            sum = {first};
            for (int i = 0; i < 3; i++) {{
                last = {next};
                if (last > 2) sum += last; else sum = (sum ^ last) & 7;
                if (sum == 1000) reach_error();
            }}
            return 0;
        }}"
    )
}

/// An input that is assumed to lie in a range.
fn between(low: i32, high: i32) -> String {
    format!(
        "({{ int it = __VERIFIER_nondet_int(); __VERIFIER_assume(it >= ({low}) && it <= ({high})); it; }})"
    )
}

/// What is executed of the second text on the record of the first: at most what is not in the first, and a way to each state at
/// which there is more or less to choose.
fn check_choices(old: [&str; 2], new: [&str; 2], most: f64) {
    let (old, new) = (draws(old[0], old[1]), draws(new[0], new[1]));
    let (all, [isse, delta]) = executed(&old, &new);
    assert!(delta <= isse && (delta as f64) <= most * all as f64, "{delta} of {all}\n{old}\n{new}");
}

#[test]
fn a_number_to_choose_is_the_same_whatever_others_there_are() {
    let choose = |low: i32, high: i32| format!("evercheck_choose({low}, {high})");
    let narrow = choose(0, 7);
    // One more above, one less; one more below, one less; both ends moved.
    for (low, high, most) in [(0, 8, 0.4), (0, 6, 0.2), (-1, 7, 0.4), (1, 7, 0.2), (2, 9, 0.65)] {
        let wide = choose(low, high);
        check_choices([&narrow, &narrow], [&wide, &wide], most);
        check_choices([&narrow, &narrow], [&narrow, &wide], most);
        check_choices([&narrow, &narrow], [&wide, &narrow], most);
    }
}

#[test]
fn a_value_of_an_input_is_the_same_whatever_others_there_are() {
    let narrow = between(-2, 5);
    // A comparison with a constant that lets fewer pass may come out otherwise, so all that meets it is executed.
    for (low, high, most) in [(-2, 6, 0.4), (-2, 4, 1.0), (-3, 5, 0.4), (-1, 5, 1.0), (0, 7, 1.0)] {
        let wide = between(low, high);
        check_choices([&narrow, &narrow], [&narrow, &wide], most);
        check_choices([&narrow, &narrow], [&wide, &wide], most);
    }
}

#[test]
fn choices_that_change_places_or_functions_are_what_they_are() {
    let all = [
        "evercheck_choose(0, 2)",
        "evercheck_choose(1, 3)",
        "evercheck_choose(2, 2)",
        "__VERIFIER_nondet_bool()",
        "__VERIFIER_nondet_char() % 3",
        "__VERIFIER_nondet_schar() % 3",
        "__VERIFIER_nondet_uchar() % 3",
        &between(0, 2),
        &between(1, 4),
        &between(1, 1),
    ];
    for (old, new) in all.iter().zip(all.iter().cycle().skip(1)) {
        executed(&draws(old, old), &draws(old, new));
        executed(&draws(old, new), &draws(new, old));
    }
    let of_int = draws(all[0], all[1]);
    let of_long = of_int.replace("int evercheck_choose(int, int)", "long evercheck_choose(long, long)");
    executed(&of_int, &of_long);
    executed(&of_long, &of_int.replace("choose(0, 2)", "choose(-1, 2)"));
}

/// A run that ends at a violation has not chosen all numbers of what it stands at.
#[test]
fn a_number_that_was_not_chosen_is_no_other() {
    let text = |last: i32, wrong: i32| {
        format!(
            "int evercheck_choose(int, int); void reach_error(void);
            static int seen;
            int main(void) {{
                seen = evercheck_choose(0, {last});
                if (evercheck_choose(0, 1) && seen == {wrong}) reach_error();
                return 0;
            }}"
        )
    };
    let request = Request { mode: Mode::Delta, is_recording: true, ..Request::default() };
    let check = |text: &str, request: &Request| {
        let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        check(&program, &Options::default(), request, &mut |_: &Stats| {})
    };
    let layer = check(&text(3, 1), &request).layer.and_then(|sections| Layer::open(Arc::new(sections)));
    let base = vec![layer.expect("a layer of ours")];
    for wrong in 0..6 {
        for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
            let request = Request { mode, base: base.clone(), audit: Audit::Off, ..request.clone() };
            let checked = check(&text(4, wrong), &request);
            assert!(!checked.ledger.is_rejected, "{mode:?} {wrong}");
            assert_eq!(checked.report.verdict().starts_with("false"), wrong < 5, "{mode:?} {wrong}");
        }
    }
}

/// Of three layers the middle one calls another number by the same option, and nobody audits.
#[test]
fn an_option_of_one_layer_is_no_option_of_another() {
    let text = |low: i32, then: &str| {
        format!(
            "int evercheck_choose(int, int); void reach_error(void);
            static int seen;
            int main(void) {{
                int x = evercheck_choose({low}, {low} + 3);
                switch (x) {{ case 0: seen = 1; break; case 1: {then} break; default: seen = 3; }}
                return evercheck_choose(0, 1);
            }}"
        )
    };
    let texts = [text(0, "seen = 2;"), text(1, "seen = 2;"), text(1, "reach_error();")];
    for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
        let mut base: Vec<Layer> = Vec::new();
        for (revision, text) in texts.iter().enumerate() {
            let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            let request = Request {
                mode,
                base: base.clone(),
                is_recording: true,
                audit: Audit::Off,
                ..Request::default()
            };
            let checked = check(&program, &Options::default(), &request, &mut |_: &Stats| {});
            assert_eq!(checked.report.verdict().starts_with("false"), revision == 2, "{mode:?} {revision}");
            let layer = checked.layer.and_then(|sections| Layer::open(Arc::new(sections)));
            base.splice(0..0, layer);
        }
    }
}

/// Steps that a helper does, some of which no case is for.
fn helper(cases: &str) -> String {
    format!(
        "int evercheck_choose(int, int); void reach_error(void);
        static int a, b;
        static void step(int event) {{
            switch (event) {{
            case 0: a = (a + 1) % 5; break;
            case 1: b = (b + a) % 5; break;
            {cases}
            }}
        }}
        int main(void) {{
            for (int i = 0; i < 6; i++) {{
                step(evercheck_choose(0, 2));
                if (a + b > 20) reach_error();
            }}
            return 0;
        }}"
    )
}

#[test]
fn a_new_case_leaves_the_others_where_break_goes_where_no_case_goes() {
    let (all, [isse, delta]) = executed(&helper(""), &helper("case 7: a = 0; break;"));
    // A third of the events has no case: whether it gets one is told by all cases. To each there is a way.
    assert!(delta <= isse && 3 * delta <= 2 * all, "{delta} of {all}");
    // What has a case now does something else.
    let (all, [isse, delta]) = executed(&helper(""), &helper("case 2: a = 2; break;"));
    assert!(delta <= isse && all / 3 <= delta && delta < all, "{delta} of {all}");
}

/// A function that does a lot after what it does first.
fn prologue(most: u32, result: &str) -> String {
    format!(
        "int evercheck_choose(int, int); void reach_error(void);
        static int out[3], last;
        static {result} fill(void) {{
            out[0] = evercheck_choose(0, {most});
            out[1] = evercheck_choose(0, 5);
            out[2] = evercheck_choose(0, 5);
            return 300;
        }}
        int main(void) {{
            int count = fill();
            last = evercheck_choose(0, 5);
            if (out[0] + out[1] + out[2] + last > 30 || count != 300) reach_error();
            return 0;
        }}"
    )
}

#[test]
fn what_a_function_does_first_does_not_matter_to_what_it_returns_to() {
    let (all, [isse, delta]) = executed(&prologue(3, "int"), &prologue(4, "int"));
    let (known, _) = executed(&prologue(3, "int"), &prologue(3, "int"));
    // What is chosen first besides, and the one way to where it is chosen.
    assert!(delta <= isse && delta <= all - known + 1, "{delta} of {all}, {known} of them known");
}

#[test]
fn what_a_function_returns_matters_to_what_it_returns_to() {
    // What does not fit is found out, whatever is known of the function that returned more.
    executed(&prologue(3, "int"), &prologue(3, "unsigned char"));
    executed(&prologue(3, "unsigned char"), &prologue(3, "int"));
}
