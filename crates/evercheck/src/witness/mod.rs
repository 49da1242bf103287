//! Verification witnesses of SV-COMP, format 2.0 in YAML: what a proof or a counterexample rests on, for other tools to check, and
//! from other tools to be checked here.
//!
//! A violation witness lists results of functions on the way to the violation; a correctness witness lists invariants of
//! loops. What the format cannot say is left out: turns of threads, and invariants that are no expression of C.

pub mod check;
mod expression;
pub mod invariants;
pub mod monitor;
mod preprocessed;
mod site;
mod source;
pub mod write;

use serde::{Deserialize, Serialize};
use verdict::Property;

/// One entry of a witness file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Entry {
    pub entry_type: String,
    pub metadata: Metadata,
    pub content: Vec<Content>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Metadata {
    pub format_version: String,
    pub uuid: String,
    pub creation_time: String,
    pub producer: Producer,
    pub task: Task,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Producer {
    pub name: String,
    pub version: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Task {
    pub input_files: Vec<String>,
    /// By file, as SHA-256.
    pub input_file_hashes: std::collections::BTreeMap<String, String>,
    pub specification: String,
    pub data_model: String,
    pub language: String,
}

/// A segment of a violation sequence, or an invariant.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Content {
    Segment { segment: Vec<Point> },
    Invariant { invariant: Invariant },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Point {
    pub waypoint: Waypoint,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Waypoint {
    #[serde(rename = "type")]
    pub kind: String,
    pub action: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    pub location: Location,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Constraint {
    /// The case of a `switch` may be a number.
    #[serde(deserialize_with = "words")]
    pub value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Invariant {
    #[serde(rename = "type")]
    pub kind: String,
    pub location: Location,
    pub value: String,
    pub format: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Location {
    pub file_name: String,
    pub line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// A value as it is written.
fn words<'a, D: serde::Deserializer<'a>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Scalar {
        Words(String),
        Number(i64),
        Truth(bool),
    }
    Ok(match Scalar::deserialize(deserializer)? {
        Scalar::Words(words) => words,
        Scalar::Number(number) => number.to_string(),
        Scalar::Truth(truth) => truth.to_string(),
    })
}

/// What the names of functions begin with whose results are inputs.
pub const NONDET: &str = "__VERIFIER_nondet_";

pub const VIOLATION: &str = "violation_sequence";
pub const CORRECTNESS: &str = "invariant_set";

/// How the format names a property, if it does.
pub fn specification(property: Property, error_function: Option<&str>) -> Option<String> {
    let what = match property {
        Property::UnreachCall => format!("G ! call({}())", error_function.unwrap_or("reach_error")),
        Property::ValidDeref => "G valid-deref".into(),
        Property::ValidFree => "G valid-free".into(),
        Property::ValidMemtrack => "G valid-memtrack".into(),
        Property::ValidMemcleanup => "G valid-memcleanup".into(),
        Property::NoOverflow => "G ! overflow".into(),
        Property::NoDataRace => "G ! data-race".into(),
        _ => return None,
    };
    Some(format!("CHECK( init(main()), LTL({what}) )"))
}
