//! Proofs in files, with what they are proofs of: the properties, and what is assumed of undefined functions and allocations.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use verdict::Property;

use crate::saved;
use crate::source_args::SavedCalls;

const VERSION: u32 = 1;

/// What a file says is proved.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedProof {
    /// The version of the format.
    evercheck_proof: u32,
    data_model: String,
    error_function: Option<String>,
    malloc_may_fail: bool,
    externs: String,
    /// Undefined functions access only what they may of what they are given pointers to.
    are_externs_trusted: bool,
    summaries: String,
    /// Where runs begin, if not in main.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<SavedCalls>,
    properties: Vec<Proved>,
}

/// A property, and its proof: none if nothing in the program can violate it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Proved {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<Bytes>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Bytes {
    blake3: String,
    /// Two digits a byte.
    hex: String,
}

/// A proof that was read, of a property.
pub type Read = (Property, Option<Vec<u8>>);

impl SavedProof {
    pub fn new(
        program: &cfa::Program,
        options: &predicate::Options,
        properties: impl Iterator<Item = Property>,
        proofs: &[(Property, Vec<u8>)],
    ) -> SavedProof {
        let proved = |property: Property| {
            let proof = proofs.iter().find(|(it, _)| *it == property).map(|(_, bytes)| Bytes {
                blake3: blake3::hash(bytes).to_hex().to_string(),
                hex: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            });
            Proved { name: property.name().into(), proof }
        };
        SavedProof {
            evercheck_proof: VERSION,
            data_model: format!("{:?}", program.model),
            error_function: options.machine.error_function.clone(),
            malloc_may_fail: options.machine.malloc_may_fail,
            externs: format!("{:?}", options.externs),
            are_externs_trusted: options.is_outside_trusted,
            summaries: format!("{:?}", options.summaries),
            calls: SavedCalls::of(program),
            properties: properties.map(proved).collect(),
        }
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        saved::write(file, self)
    }

    pub fn read(file: &Path) -> Result<SavedProof> {
        saved::read(file, "proof", VERSION)
    }

    /// What the proofs are to be checked with, but for limits.
    pub fn options(&self) -> Result<predicate::Options> {
        let mut options = predicate::Options {
            externs: named([predicate::Externs::Pure, predicate::Externs::Havoc], &self.externs)?,
            is_outside_trusted: self.are_externs_trusted,
            summaries: named(
                [predicate::Summaries::None, predicate::Summaries::Recursive, predicate::Summaries::All],
                &self.summaries,
            )?,
            is_certified: true,
            ..predicate::Options::default()
        };
        options.machine.malloc_may_fail = self.malloc_may_fail;
        options.machine.error_function = self.error_function.clone();
        Ok(options)
    }

    /// The proofs, unless they are damaged.
    pub fn proofs(&self) -> Result<Vec<Read>> {
        let read = |proved: &Proved| {
            let property = Property::ALL.into_iter().find(|it| it.name() == proved.name);
            let property = property.with_context(|| format!("unknown property {:?}", proved.name))?;
            let bytes = proved.proof.as_ref().map(|it| it.read(&proved.name)).transpose()?;
            Ok((property, bytes))
        };
        if self.properties.is_empty() {
            bail!("it proves no property");
        }
        self.properties.iter().map(read).collect()
    }

    pub fn data_model(&self) -> &str {
        &self.data_model
    }
}

impl Bytes {
    fn read(&self, name: &str) -> Result<Vec<u8>> {
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let byte = |pair: &[u8]| match pair {
            &[high, low] => Some(digit(high)? << 4 | digit(low)?),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = self.hex.as_bytes().chunks(2).map(byte).collect();
        match bytes.filter(|bytes| blake3::hash(bytes).to_hex().as_str() == self.blake3) {
            Some(bytes) => Ok(bytes),
            None => bail!("the proof of {name} is damaged"),
        }
    }
}

/// The one of some values that is called so.
fn named<T: std::fmt::Debug, const N: usize>(values: [T; N], name: &str) -> Result<T> {
    let found = values.into_iter().find(|value| format!("{value:?}") == name);
    found.with_context(|| format!("{name:?} is not known here"))
}
