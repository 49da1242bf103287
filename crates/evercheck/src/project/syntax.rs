//! The text of `evercheck.toml`. Errors begin with line and column, and name what may have been meant.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::flags::{self, Base};
use super::inside::inside;
use super::pattern::Pattern;
use super::settings::{OWN, Settings, is_flag, is_list, is_switch, options};
use super::{Target, flags::Flags};
use crate::job::Job;
use crate::nearest::did_you_mean;

/// Options whose values are paths of the project.
const PATHS: [&str; 4] = ["model", "include", "known", "stdin"];

/// What is wrong, and where in the text.
type Wrong = (Range<usize>, String);

pub fn parse(root: &Path, text: &str) -> Result<Vec<Target>, String> {
    let reader = Reader { root, options: options() };
    let targets = DeTable::parse(text)
        .map_err(|error| (error.span().unwrap_or(0..0), error.message().to_string()))
        .and_then(|table| reader.document(table.get_ref()));
    targets.map_err(|(span, message)| {
        let before = text.get(..span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        format!("{line}:{column}: {message}")
    })
}

struct Reader<'a> {
    root: &'a Path,
    options: Vec<clap::Arg>,
}

impl Reader<'_> {
    fn document(&self, table: &DeTable<'_>) -> Result<Vec<Target>, Wrong> {
        let mut targets: Vec<(usize, Target)> = Vec::new();
        for (key, value) in table {
            if key.get_ref() != "target" {
                return Err(unknown(key, &["target".to_string()]));
            }
            for (name, value) in fields(value, "[target.NAME]")? {
                targets.push((name.span().start, self.target(name.get_ref(), name.span(), value)?));
            }
        }
        if targets.is_empty() {
            return Err((0..0, "there is no [target.NAME]".into()));
        }
        targets.sort_by_key(|(at, _)| *at);
        Ok(targets.into_iter().map(|(_, target)| target).collect())
    }

    fn target(&self, name: &str, span: Range<usize>, value: &Spanned<DeValue<'_>>) -> Result<Target, Wrong> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.starts_with('-') || !name.chars().all(is_plain) {
            return Err((
                span,
                format!("{name:?} is no name of a target: letters, digits, `-`, `_` and `.`"),
            ));
        }
        let table = fields(value, "a table")?;
        let (settings, when) = (self.settings(table, "when")?, table.get("when"));
        let when = match when {
            Some(list) => items(list)?.iter().map(|item| self.when(item)).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        if settings.sources.is_none() && settings.compile_commands.is_none() && settings.drivers.is_none() {
            return Err((span, format!("target {name} has neither `sources` nor `compile-commands`")));
        }
        Ok(Target { name: name.into(), settings, when })
    }

    fn when(&self, value: &Spanned<DeValue<'_>>) -> Result<(String, Settings), Wrong> {
        let table = fields(value, "[[target.NAME.when]]")?;
        let Some(revisions) = table.get("revisions") else {
            return Err((value.span(), "`when` without `revisions`".into()));
        };
        let range = string(revisions)?;
        if range.is_empty() || range.starts_with('-') || range.contains(char::is_whitespace) {
            return Err((
                revisions.span(),
                format!("{range:?} is no range of revisions, such as v1.0..v2.0"),
            ));
        }
        Ok((range, self.settings(table, "revisions")?))
    }

    /// The settings of a table that may have one more key.
    fn settings(&self, table: &DeTable<'_>, besides: &str) -> Result<Settings, Wrong> {
        let mut settings = Settings::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "sources" => settings.sources = Some(self.patterns(value)?),
                "drivers" => settings.drivers = Some(self.patterns(value)?),
                "compile-commands" => settings.compile_commands = Some(self.path(value)?),
                "flags" => settings.flags = Some(self.flags(value)?),
                name if name == besides => {}
                name => {
                    let Some(option) = self.options.iter().find(|it| it.get_long() == Some(name)) else {
                        let options = self.options.iter().filter_map(|it| it.get_long());
                        let own = OWN.into_iter().chain([besides]);
                        return Err(unknown(key, &own.chain(options).map(String::from).collect::<Vec<_>>()));
                    };
                    settings.options.insert(name.into(), self.option(option, name, value)?);
                }
            }
        }
        Ok(settings)
    }

    fn patterns(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<Pattern>, Wrong> {
        let pattern = |item: &Spanned<DeValue<'_>>| {
            let text = string(item)?;
            let (is_exception, path) =
                text.strip_prefix('!').map_or((false, text.as_str()), |path| (true, path));
            let path = inside(self.root, "", path).map_err(|error| (item.span(), error))?;
            Ok(Pattern::new(&path, is_exception))
        };
        items(value)?.iter().map(pattern).collect()
    }

    fn path(&self, value: &Spanned<DeValue<'_>>) -> Result<String, Wrong> {
        let wrong = |message| (value.span(), message);
        let path = inside(self.root, "", &string(value)?).map_err(wrong)?;
        match super::inside::is_inside(self.root, &path) {
            true => Ok(path),
            false => Err(wrong(format!("{path} is outside the project"))),
        }
    }

    fn flags(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Wrong> {
        let wrong = |message| (value.span(), message);
        let words = items(value)?.iter().map(string).collect::<Result<Vec<_>, _>>()?;
        let Flags { options, others } =
            flags::sort(&words, Base { root: self.root, from: "" }).map_err(wrong)?;
        if let Some(other) = others.first() {
            let known = "-I, -iquote, -isystem, -idirafter, -D, -U, -include, -std=, -m32, -m64";
            return Err(wrong(format!("{other} is not one of the preprocessor's flags: {known}")));
        }
        let folders = options.iter().filter_map(|option| option.strip_prefix("-I"));
        for folder in folders.filter(|folder| !folder.starts_with('/')) {
            if !super::inside::is_inside(self.root, folder) {
                return Err(wrong(format!("{folder} is outside the project")));
            }
        }
        Ok(options)
    }

    /// The words that stand for an option of the command line, which judges its value.
    fn option(
        &self,
        option: &clap::Arg,
        name: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<String>, Wrong> {
        let wrong = |message: String| (value.span(), message);
        if is_flag(option) {
            let is_on = value.get_ref().as_bool();
            let is_on = is_on.ok_or_else(|| wrong(format!("`{name}` is `true` or `false`")))?;
            return Ok(if is_on { vec![format!("--{name}")] } else { Vec::new() });
        }
        let items = match value.get_ref() {
            DeValue::Array(_) if !is_list(option) => return Err(wrong(format!("`{name}` has one value"))),
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        let mut words = Vec::new();
        for item in items {
            // The names of properties are no paths, unless they are; nor is any input.
            let is = |what: fn(&str) -> bool| item.get_ref().as_str().is_some_and(what);
            let is_path =
                PATHS.contains(&name) && !is(|it| it.starts_with("any:")) || is(|it| it.ends_with(".prp"));
            let text = match item.get_ref() {
                DeValue::Boolean(is_on) if is_switch(option) => if *is_on { "on" } else { "off" }.to_string(),
                DeValue::Integer(number) => number.to_string(),
                _ if is_path => self.path(item)?,
                _ => string(item)?,
            };
            words.push(format!("--{name}={text}"));
        }
        let job = Job::new("target").file("x.c").options(words.clone());
        match job.misuse() {
            Some(misuse) => Err(wrong(misuse.replace(&format!("--{name} "), &format!("{name} ")))),
            None => Ok(words),
        }
    }
}

fn fields<'a, 'i>(value: &'a Spanned<DeValue<'i>>, what: &str) -> Result<&'a DeTable<'i>, Wrong> {
    value.get_ref().as_table().ok_or_else(|| (value.span(), format!("expected {what}")))
}

fn items<'a, 'i>(value: &'a Spanned<DeValue<'i>>) -> Result<&'a [Spanned<DeValue<'i>>], Wrong> {
    value
        .get_ref()
        .as_array()
        .map(|array| &array[..])
        .ok_or_else(|| (value.span(), "expected a list: [\"…\"]".into()))
}

fn string(value: &Spanned<DeValue<'_>>) -> Result<String, Wrong> {
    value
        .get_ref()
        .as_str()
        .map(String::from)
        .ok_or_else(|| (value.span(), "expected a string: \"…\"".into()))
}

fn unknown(key: &Spanned<std::borrow::Cow<'_, str>>, known: &[String]) -> Wrong {
    let name = key.get_ref();
    (key.span(), format!("unknown key `{name}`{}", did_you_mean(name, known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let error = parse(Path::new("/p"), text).map(|targets| format!("{targets:?}")).unwrap_err();
        assert!(error.contains(expected), "{error:?}, not {expected:?}, of\n{text}");
    }

    #[test]
    fn options_have_their_names_and_values() {
        let text = "[target.b]\nsources = [\"src/*.c\", \"!src/main.c\"]\nproperty = [\"no-overflow\", \"valid-deref\"]\n\
                    depth = 30\nmalloc-may-fail = true\npor = false\ntime-limit = \"5m\"\nflags = [\"-Iinc\", \"-DX\"]\n\
                    [target.a]\ncompile-commands = \"build/compile_commands.json\"\n\
                    [[target.a.when]]\nrevisions = \"..v1.0\"\nflags = [\"-DOLD\"]\n";
        let targets = parse(Path::new("/p"), text).unwrap();
        let names: Vec<_> = targets.iter().map(|target| target.name.as_str()).collect();
        assert_eq!(names, ["b", "a"]);
        let words: Vec<_> = targets[0].settings.options.values().flatten().map(String::as_str).collect();
        let expected = [
            "--depth=30",
            "--malloc-may-fail",
            "--por=off",
            "--property=no-overflow",
            "--property=valid-deref",
            "--time-limit=5m",
        ];
        assert_eq!(words, expected);
        assert_eq!(targets[1].when[0].0, "..v1.0");
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        check(
            "[target.a]\nsources = [\"a.c\"]\nproprty = [\"x\"]",
            "3:1: unknown key `proprty`; did you mean property?",
        );
        check("[target.a]\nsources = [\"a.c\"]\n\ndepth = \"x\"", "4:9: invalid value 'x' for");
        check("[target.a]\nsources = \"a.c\"", "2:11: expected a list");
        check("[targets.a]\nsources = [\"a.c\"]", "1:2: unknown key `targets`; did you mean target?");
        check("[target.a]\nsources = [\"a.c\"", "2:17: unclosed array");
        check("[target.a]\ndepth = 3", "1:9: target a has neither");
        check("[target.a]\nsources = [\"a.c\"]\n[[target.a.when]]\nflags = []", "without `revisions`");
        check("", "there is no [target.NAME]");
        check("[target.\"a b\"]\nsources = [\"a.c\"]", "no name of a target");
        check("[target.a]\nsources = [\"a.c\"]\nmalloc-may-fail = 1", "`true` or `false`");
    }

    #[test]
    fn what_a_stranger_might_write_is_refused() {
        let of = |line: &str| format!("[target.a]\nsources = [\"a.c\"]\n{line}\n");
        check("[target.a]\nsources = [\"../*.c\"]", "outside the project");
        check("[target.a]\nsources = [\"/etc/*.c\"]", "outside the project");
        check(&of("flags = [\"-fplugin=./x.so\"]"), "not one of the preprocessor's");
        check(&of("flags = [\"@flags\"]"), "not one of the preprocessor's");
        check(&of("flags = [\"-I\", \"/root\"]"), "outside the project");
        check(&of("flags = [\"-wrapper\", \"sh\"]"), "not one of the preprocessor's");
        check(&of("model = [\"/etc/x.c\"]"), "outside the project");
        check(&of("property = [\"../x.prp\"]"), "outside the project");
        check(&of("stdin = \"/etc/passwd\""), "outside the project");
        check(&of("compile-commands = \"../x.json\""), "outside the project");
        for key in ["store", "proof", "save-trace", "harness", "compiler", "cc", "format"] {
            check(&of(&format!("{key} = \"x\"")), "unknown key");
        }
        check(&format!("x = {}", "[".repeat(100_000)), ":");
    }
}
