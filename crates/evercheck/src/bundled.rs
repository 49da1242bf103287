//! Models that come with Evercheck: `--model posix`, and standard input (`--stdin`). They are C, in `include/models`, where who wants
//! other ones finds an example.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

const POSIX: &str = include_str!("../include/models/posix.c");
const STDIN: &str = include_str!("../include/models/stdin.c");

/// More is no input of a check.
const MOST_BYTES: u64 = 1 << 16;

/// Whether a model is one of these, and not a file.
pub fn is_bundled(model: &Path) -> bool {
    model == Path::new("posix") && !model.exists()
}

/// What a verdict rests on.
pub fn assumption() -> String {
    "posix (data in pieces of at most 2 bytes, or of EVERCHECK_BYTES)".into()
}

/// What a program reads from standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Anything of at most this many bytes.
    Any(u32),
    File(PathBuf),
}

pub fn input(text: &str) -> Result<Input, String> {
    match text.strip_prefix("any:") {
        Some(number) => match number.parse() {
            Ok(bytes) if u64::from(bytes) <= MOST_BYTES => Ok(Input::Any(bytes)),
            _ => Err(format!("expected any:N, with N up to {MOST_BYTES}")),
        },
        None if text == "any" => Err("how much? any:N, with N bytes at most".into()),
        None => Ok(Input::File(text.into())),
    }
}

impl Input {
    pub fn file(&self) -> Option<&Path> {
        match self {
            Input::Any(_) => None,
            Input::File(file) => Some(file),
        }
    }

    /// In words, behind \"standard input\".
    pub fn words(&self) -> String {
        match self {
            Input::Any(1) => "of at most 1 byte".into(),
            Input::Any(bytes) => format!("of at most {bytes} bytes"),
            Input::File(file) => format!("as in {}", file.display()),
        }
    }
}

/// The models that are asked for, by name and text. Files are below a folder.
pub fn texts(models: &[PathBuf], input: Option<&Input>, root: &Path) -> Result<Vec<(&'static str, String)>> {
    let has_posix = models.iter().any(|model| is_bundled(model));
    let mut texts = Vec::new();
    if let Some(input) = input {
        let (is_any, count, bytes) = match input {
            Input::Any(bytes) => (1, *bytes as usize, String::new()),
            Input::File(file) => {
                let name = file.display();
                let file = root.join(file);
                let size = std::fs::metadata(&file).with_context(|| format!("cannot read {name}"))?.len();
                if size > MOST_BYTES {
                    bail!("{name} is larger than {} KiB", MOST_BYTES >> 10);
                }
                let bytes = std::fs::read(&file).with_context(|| format!("cannot read {name}"))?;
                let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
                (0, bytes.len(), format!("#define EVERCHECK_INPUT {{{}}}\n", list.join(",")))
            }
        };
        let posix = if has_posix { "#define EVERCHECK_POSIX\n" } else { "" };
        let head = format!("#define EVERCHECK_ANY_INPUT {is_any}\n#define EVERCHECK_INPUT_BYTES {count}\n");
        texts.push(("stdin.c", format!("{head}{bytes}{posix}#line 1 \"stdin.c\"\n{STDIN}")));
    }
    if has_posix {
        texts.push(("posix.c", POSIX.to_string()));
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_is_any_or_a_file() {
        assert_eq!(input("any:4"), Ok(Input::Any(4)));
        assert_eq!(input("x.txt"), Ok(Input::File("x.txt".into())));
        assert!(input("any").is_err() && input("any:").is_err() && input("any:99999999").is_err());
        let texts =
            texts(&["posix".into(), "own.c".into()], Some(&Input::Any(2)), Path::new("")).expect("texts");
        assert_eq!(texts.iter().map(|it| it.0).collect::<Vec<_>>(), ["stdin.c", "posix.c"]);
        assert!(texts[0].1.contains("#define EVERCHECK_POSIX\n"));
    }
}
