//! BenchExec's property files.

use anyhow::{Result, bail};
use verdict::Property;

/// The properties of a property file, and the error function that it names.
pub fn parse(text: &str) -> Result<(Vec<Property>, Option<String>)> {
    let (mut properties, mut error) = (Vec::new(), None);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let inner = compact.strip_prefix("CHECK(init(main()),LTL(").and_then(|rest| rest.strip_suffix("))"));
        let Some(formula) = inner else { bail!("not a property: {line}") };
        let call = formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix(')'));
        if let Some(call) = call {
            properties.push(Property::UnreachCall);
            error = Some(call.trim_end_matches("()").to_string());
            continue;
        }
        let name = match formula {
            "G!overflow" => "no-overflow",
            "G!data-race" => "no-data-race",
            "G!deadlock" => "no-deadlock",
            _ => formula.strip_prefix('G').unwrap_or(formula),
        };
        match Property::named(name) {
            Some(found) => properties.extend(found),
            None => bail!("a property that Evercheck does not know: {line}"),
        }
    }
    if properties.is_empty() {
        bail!("no property");
    }
    Ok((properties, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_of_verification_tasks() {
        let parsed = |text: &str| parse(text).map_err(|error| error.to_string());
        let call = parsed("CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
        assert_eq!(call, Ok((vec![Property::UnreachCall], Some("reach_error".into()))));
        let overflow = parsed("CHECK( init(main()), LTL(G ! overflow) )");
        assert_eq!(overflow, Ok((vec![Property::NoOverflow], None)));
        let memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n";
        assert_eq!(parsed(memory), Ok((vec![Property::ValidFree, Property::ValidDeref], None)));
        assert!(parsed("CHECK( init(main()), LTL(F end) )").is_err() && parsed("").is_err());
    }
}
