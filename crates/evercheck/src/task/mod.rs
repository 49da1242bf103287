//! Verification tasks as SV-COMP and BenchExec write them: files, properties and the verdicts that are expected.

mod category;
pub mod expectation;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cfa::DataModel;
use serde::Deserialize;
use verdict::Property;

use crate::prp;
use expectation::Expected;

/// A task, with what its property files say.
#[derive(Debug)]
pub struct Task {
    pub file: PathBuf,
    pub sources: Vec<PathBuf>,
    /// With the file that says so.
    pub data_model: Option<(DataModel, PathBuf)>,
    pub claims: Vec<Claim>,
    /// Property files that ask for something else than Evercheck can tell, and why.
    pub unknown: Vec<(String, String)>,
}

/// One property file of a task.
#[derive(Debug)]
pub struct Claim {
    pub file: PathBuf,
    pub properties: Vec<Property>,
    pub error_function: Option<String>,
    pub expected: Option<Expected>,
}

impl Claim {
    /// A property's name; that of the file if it asks for several.
    pub fn name(&self) -> String {
        match self.properties[..] {
            [property] => property.name().to_string(),
            _ => self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }
}

pub fn is_task(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
}

impl Task {
    pub fn read(file: &Path) -> Result<Task> {
        let text = read(file)?;
        let document: Document = serde_saphyr::from_str(&text).map_err(|error| {
            let at = error.location().map_or(String::new(), |at| format!(":{}:{}", at.line(), at.column()));
            let message = error.without_snippet().to_string();
            // The place is told in the usual form instead.
            let message = message.split(" at line ").next().unwrap_or_default();
            anyhow::anyhow!("{}{at}: not a verification task: {message}", file.display())
        })?;
        document.task(file).with_context(|| format!("in {}", file.display()))
    }

    /// The property files to check, as options name them.
    pub fn property_files(&self) -> Result<Vec<String>> {
        let mut functions = self.claims.iter().filter_map(|claim| claim.error_function.as_ref());
        if let Some(first) = functions.next()
            && let Some(other) = functions.find(|other| *other != first)
        {
            let file = self.file.display();
            bail!("{file} asks about calls of {first} and of {other}: choose one with --property FILE.prp");
        }
        let name = |claim: &Claim| claim.file.to_str().map(String::from).context("a path that is not UTF-8");
        self.claims.iter().map(name).collect()
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// The file as it is written.
#[derive(Deserialize)]
struct Document {
    format_version: String,
    input_files: Names,
    properties: Vec<Stated>,
    #[serde(default)]
    options: Settings,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the name of a file or a list of names")]
enum Names {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
struct Stated {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Default, Deserialize)]
struct Settings {
    language: Option<String>,
    data_model: Option<String>,
}

impl Document {
    fn task(self, file: &Path) -> Result<Task> {
        if !matches!(self.format_version.split('.').next(), Some("1" | "2")) {
            bail!("format_version is {}; known are 1.0 and 2.0", self.format_version);
        }
        if let Some(language) = self.options.language.filter(|language| language != "C") {
            bail!("the language is {language}, not C");
        }
        let folder = file.parent().unwrap_or(Path::new(""));
        let names = match self.input_files {
            Names::One(name) => vec![name],
            Names::Several(names) => names,
        };
        if names.is_empty() {
            bail!("input_files names no file");
        }
        let data_model = match self.options.data_model.as_deref() {
            Some("ILP32") => Some((DataModel::Ilp32, file.to_path_buf())),
            Some("LP64") => Some((DataModel::Lp64, file.to_path_buf())),
            Some(other) => bail!("data_model is {other}; known are ILP32 and LP64"),
            None => category::data_model(file),
        };
        let (mut claims, mut unknown) = (Vec::new(), Vec::new());
        for stated in self.properties {
            let path = folder.join(&stated.property_file);
            match prp::parse(&read(&path)?) {
                Ok(asked) => claims.push(stated.claim(path, asked)?),
                Err(error) => unknown.push((stated.property_file, error.to_string())),
            }
        }
        if claims.is_empty() {
            let why = unknown.iter().map(|(file, why)| format!("\n  {file}: {why}")).collect::<String>();
            bail!("no property that Evercheck knows{why}");
        }
        let sources = names.iter().map(|name| folder.join(name)).collect();
        Ok(Task { file: file.to_path_buf(), sources, data_model, claims, unknown })
    }
}

impl Stated {
    fn claim(
        self,
        file: PathBuf,
        (properties, error_function): (Vec<Property>, Option<String>),
    ) -> Result<Claim> {
        let named = |name: &String| properties.iter().copied().find(|property| property.name() == name);
        let part = match &self.subproperty {
            Some(name) => Some(
                named(name)
                    .with_context(|| format!("subproperty {name} is not one of {}", self.property_file))?,
            ),
            None => None,
        };
        let expected = self.expected_verdict.map(|is_true| match is_true {
            true => Expected::True,
            false => Expected::False(part.or_else(|| (properties.len() == 1).then(|| properties[0]))),
        });
        Ok(Claim { file, properties, error_function, expected })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Result<Document, String> {
        serde_saphyr::from_str(text).map_err(|error| error.without_snippet().to_string())
    }

    #[test]
    fn names_are_one_or_several() {
        let names = |text: &str| match document(text).unwrap().input_files {
            Names::One(name) => vec![name],
            Names::Several(names) => names,
        };
        assert_eq!(names("format_version: '1.0'\ninput_files: 'a.c'\nproperties: []"), ["a.c"]);
        let several = "format_version: 2.0\ninput_files:\n  - a.c\n  - \"b.c\"\nproperties: []";
        assert_eq!(names(several), ["a.c", "b.c"]);
    }

    #[test]
    fn what_is_not_needed_is_not_looked_at() {
        let text = "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: a.prp\n    \
                    additional: [1, 2]\nrequired_files: x\noptions:\n  language: C\n  data_model: ILP32\n";
        assert_eq!(document(text).unwrap().options.data_model.as_deref(), Some("ILP32"));
    }
}
