//! "Did you mean": the names closest to one that does not exist.

/// What may have been meant by a name that does not exist, to be said behind that; nothing if no name is similar.
pub fn did_you_mean(wanted: &str, names: &[String]) -> String {
    match nearest(wanted, names).as_slice() {
        [] => String::new(),
        close => format!("; did you mean {}?", close.join(" or ")),
    }
}

/// The names most like `wanted`, best first, at most three, none if nothing is similar.
fn nearest<'a>(wanted: &str, names: &'a [String]) -> Vec<&'a str> {
    let mut scored: Vec<(f64, &str)> = names
        .iter()
        .map(|name| (strsim::jaro_winkler(&wanted.to_lowercase(), &name.to_lowercase()), name.as_str()))
        .filter(|(score, _)| *score > 0.75)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: &str, expected: &[&str]) {
        let names = ["main", "device_open", "device_close", "reset"].map(String::from);
        assert_eq!(nearest(wanted, &names), expected, "{wanted}");
    }

    #[test]
    fn typing_errors_find_their_name_and_nonsense_finds_none() {
        check("mian", &["main"]);
        check("device_opn", &["device_open", "device_close"]);
        check("Reset", &["reset"]);
        check("zzz", &[]);
        assert_eq!(did_you_mean("mian", &["main".into()]), "; did you mean main?");
    }
}
