//! The preprocessor's flags among a compiler's. Only these are handed on, so that a project's files decide how its source
//! reads and nothing else: no plugin, no wrapper, no file of options, no output.

use std::path::Path;

use super::inside::{inside, normal};

/// Folders of headers outside the project that it may name.
const SYSTEM: [&str; 3] = ["/usr/include", "/usr/local/include", "/usr/lib"];

/// Flags that give a program another meaning than Evercheck does.
const MEANING: [&str; 8] = [
    "-funsigned-char",
    "-fno-signed-char",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-malign-double",
    "-mx32",
    "-m16",
];

/// The project's folder, and the one below it that paths are relative to.
#[derive(Clone, Copy)]
pub struct Base<'a> {
    pub root: &'a Path,
    pub from: &'a str,
}

/// What is made of a flag.
enum Kind {
    /// An option of ours with this value.
    Option(&'static str, String),
    Directory(String),
    /// As a directory, after all others.
    LastDirectory(String),
    File(String),
    /// Not the preprocessor's.
    Other,
}

/// Flags as options of `check`: those that are the preprocessor's, and the others.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub options: Vec<String>,
    pub others: Vec<String>,
}

/// Sorts a compiler's flags. Errors are of paths outside the project, and of flags that change what a program means.
pub fn sort(words: &[String], base: Base<'_>) -> Result<Flags, String> {
    let (mut flags, mut last) = (Flags::default(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if MEANING.iter().any(|flag| word == flag || word.starts_with(&format!("{flag}="))) {
            return Err(format!("{word} gives the program another meaning than Evercheck does"));
        }
        match kind(word, || words.next().cloned())? {
            Kind::Option(name, value) => flags.options.push(format!("{name}{value}")),
            Kind::Directory(path) => flags.options.push(format!("-I{}", directory(&path, base)?)),
            Kind::LastDirectory(path) => last.push(format!("-I{}", directory(&path, base)?)),
            Kind::File(path) => {
                flags.options.push(format!("--include={}", inside(base.root, base.from, &path)?));
            }
            Kind::Other => flags.others.push(word.clone()),
        }
    }
    flags.options.append(&mut last);
    Ok(flags)
}

fn kind(word: &str, mut next: impl FnMut() -> Option<String>) -> Result<Kind, String> {
    // Longer names first: `-include` is no `-I`, and `-isystem` takes its value in the same word or the next.
    type Make = fn(String) -> Kind;
    let valued: [(&str, Make); 7] = [
        ("-include", Kind::File),
        ("-isystem", Kind::LastDirectory),
        ("-idirafter", Kind::LastDirectory),
        ("-iquote", Kind::Directory),
        ("-I", Kind::Directory),
        ("-D", |value| Kind::Option("-D", value)),
        ("-U", |value| Kind::Option("-U", value)),
    ];
    for (name, make) in valued {
        if let Some(value) = word.strip_prefix(name) {
            let value = if value.is_empty() { next() } else { Some(value.to_string()) };
            return value.map(make).ok_or_else(|| format!("{word} without a value"));
        }
    }
    Ok(match word {
        "-m32" | "-m64" => Kind::Option("-m", word[2..].into()),
        "-ansi" => Kind::Option("--std=", "c90".into()),
        _ => match word.strip_prefix("-std=") {
            Some(name) if name.chars().all(|c| c.is_ascii_alphanumeric() || ":.+".contains(c)) => {
                Kind::Option("--std=", name.into())
            }
            Some(name) => return Err(format!("{name:?} is no language standard")),
            None => Kind::Other,
        },
    })
}

fn directory(path: &str, base: Base<'_>) -> Result<String, String> {
    let system = normal(Path::new(path)).filter(|path| SYSTEM.iter().any(|system| path.starts_with(system)));
    match system.as_deref().and_then(Path::to_str) {
        Some(system) => Ok(system.into()),
        None => inside(base.root, base.from, path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(line: &str) -> Result<Flags, String> {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        sort(&words, Base { root: Path::new("/p"), from: "build" })
    }

    #[test]
    fn the_preprocessor_s_flags_are_kept_in_their_order() {
        let flags =
            sorted("-isystem /usr/include/x -DA=1 -I../inc -U A -I /p/gen -include ../c.h -std=gnu11 -m32");
        let expected =
            ["-DA=1", "-Iinc", "-UA", "-Igen", "--include=c.h", "--std=gnu11", "-m32", "-I/usr/include/x"];
        assert_eq!(flags, Ok(Flags { options: expected.map(String::from).to_vec(), others: Vec::new() }));
    }

    #[test]
    fn no_other_flag_is_handed_on() {
        let hostile =
            "-fplugin=./evil.so -wrapper sh,-c,id -B./bin @flags -Wp,-MD,x -specs=x -o out -Xpreprocessor";
        let flags = sorted(hostile).unwrap();
        assert_eq!(flags.options, Vec::<String>::new());
        assert_eq!(flags.others.len(), hostile.split_whitespace().count());
    }

    #[test]
    fn paths_outside_and_other_meanings_are_refused() {
        for line in ["-I/etc", "-I../../x", "-include /etc/passwd", "-isystem/usr/include/../../etc"] {
            assert!(sorted(line).is_err(), "{line}");
        }
        for line in ["-funsigned-char", "-fpack-struct=1", "-std=c11;id", "-D"] {
            assert!(sorted(line).is_err(), "{line}");
        }
    }
}
