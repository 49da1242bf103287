//! The differences as one JSON object, with nothing left out.

use super::Record;
use crate::losses;
use anyhow::Result;
use change::diff::{Difference, Place};
use serde_json::{Value, json as value};

pub fn json(difference: &Difference, record: Option<&Record>, target: Option<&str>) -> Result<String> {
    let functions = difference.functions.iter().map(|it| {
        let locations = it
            .locations
            .iter()
            .map(|it| value!({"change": it.change.name(), "old": place(&it.old), "new": place(&it.new)}));
        value!({
            "name": it.name,
            "change": it.change.name(),
            "old": place(&it.old),
            "new": place(&it.new),
            "locations": locations.collect::<Vec<_>>(),
        })
    });
    let fragments = difference.fragments.iter().map(|it| {
        value!({
            "name": it.name,
            "kind": it.kind.name(),
            "change": it.change.name(),
            "old": place(&it.old),
            "new": place(&it.new),
            "through": it.through,
        })
    });
    let objects = difference.objects.iter().map(|it| {
        value!({"name": it.name, "change": it.change.name(), "old": place(&it.old), "new": place(&it.new)})
    });
    let mut whole = value!({
        "schema": 1,
        "differs": !difference.is_empty(),
        "functions": functions.collect::<Vec<_>>(),
        "objects": objects.collect::<Vec<_>>(),
        "fragments": fragments.collect::<Vec<_>>(),
        "unchanged": {
            "functions": difference.unchanged_functions,
            "fragments": difference.unchanged_fragments,
        },
        "record": record.map(|it| value!({
            "base": it.base,
            "footprints": it.estimate.facts,
            "footprints_held": it.estimate.facts_held,
            "states": it.estimate.states,
            "states_clean": it.estimate.clean,
            "all_reused": it.estimate.is_clean,
            "losses": losses::json(&it.estimate.losses),
        })),
    });
    if let Some(target) = target {
        whole["target"] = value!(target);
    }
    let mut text = serde_json::to_string_pretty(&whole)?;
    text.push('\n');
    Ok(text)
}

fn place(place: &Option<Place>) -> Value {
    place.as_ref().map_or(Value::Null, |it| value!({"file": it.file, "line": it.line, "column": it.column}))
}
