//! The file that lists known violations, so that a fault that nobody mends this week does not hide the next one.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use machine::FaultKind;
use serde::{Deserialize, Serialize};
use verdict::{Known, Property};

/// The content of such a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownFile {
    #[serde(default)]
    known: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    property: String,
    function: String,
    fault: String,
    message: Option<String>,
    note: Option<String>,
}

/// What became of a known violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    Present,
    /// Its property holds but for others that are known.
    Fixed,
    /// It was not met, and nobody knows.
    Open,
}

impl KnownFile {
    /// Reads a file; none if there is no such file and that may be.
    pub fn read(file: &Path, may_be_missing: bool) -> Result<KnownFile> {
        let text = match std::fs::read_to_string(file) {
            Err(error) if may_be_missing && error.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("cannot read {}", file.display()))?,
        };
        let parsed: KnownFile = toml::from_str(&text)
            .map_err(|error| anyhow!("{}: {}", file.display(), error.to_string().trim_end()))?;
        parsed.all().with_context(|| format!("in {}", file.display()))?;
        Ok(parsed)
    }

    pub fn all(&self) -> Result<Vec<Known>> {
        self.known.iter().map(Entry::parse).collect()
    }

    /// The same with those that are new, and without those that are gone.
    pub fn updated(&self, added: &[Known], fixed: &[Known]) -> KnownFile {
        let is_fixed = |entry: &&Entry| entry.parse().is_ok_and(|known| fixed.contains(&known));
        let mut known: Vec<Entry> = self.known.iter().filter(|entry| !is_fixed(entry)).cloned().collect();
        known.extend(added.iter().map(|Known { property, function, fault, message }| Entry {
            property: property.name().into(),
            function: function.clone(),
            fault: fault.name().into(),
            message: message.clone(),
            note: None,
        }));
        KnownFile { known }
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        let mut text = String::from(
            "# Known violations: `evercheck check --known` says if one is there, and goes on.\n",
        );
        for Entry { property, function, fault, message, note } in &self.known {
            text.push_str("\n[[known]]\n");
            let fields = [("property", Some(property)), ("function", Some(function)), ("fault", Some(fault))];
            for (name, value) in
                fields.into_iter().chain([("message", message.as_ref()), ("note", note.as_ref())])
            {
                // JSON's strings are TOML's, too.
                let value = value.map(serde_json::to_string).transpose()?;
                let _ = value.map(|value| writeln!(text, "{name} = {value}"));
            }
        }
        std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
    }
}

impl Entry {
    fn parse(&self) -> Result<Known> {
        let property = Property::ALL.into_iter().find(|it| it.name() == self.property);
        let fault = FaultKind::ALL.into_iter().find(|it| it.name() == self.fault);
        let fault = fault.with_context(|| format!("there is no fault {:?}", self.fault))?;
        if (fault == FaultKind::FailedAssertion) != self.message.is_some() {
            bail!(
                "{:?} in {}: `message` says which assertion it is, and only that",
                self.fault,
                self.function
            );
        }
        Ok(Known {
            property: property.with_context(|| format!("there is no property {:?}", self.property))?,
            function: self.function.clone(),
            fault,
            message: self.message.clone(),
        })
    }
}
