//! Patterns of paths: `*` and `?` within a name, `**` for any number of folders, `!` in front of what is left out.

/// A pattern over paths below the project's folder, with `/` between names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    names: Vec<String>,
    is_exception: bool,
}

impl Pattern {
    /// A pattern of a path that is inside the project, see [`super::inside`].
    pub fn new(path: &str, is_exception: bool) -> Pattern {
        Pattern { names: path.split('/').map(String::from).collect(), is_exception }
    }

    /// The path itself, if it is one.
    pub fn literal(&self) -> Option<String> {
        let is_plain = !self.names.iter().any(|name| name.contains(['*', '?']));
        (is_plain && !self.is_exception).then(|| self.names.join("/"))
    }

    /// The folder below which everything is that it matches.
    pub fn folder(&self) -> String {
        let is_plain = |name: &&String| !name.contains(['*', '?']);
        let count = self.names.iter().take_while(is_plain).count().min(self.names.len() - 1);
        self.names[..count].join("/")
    }

    pub fn matches(&self, path: &str) -> bool {
        // Which beginnings of the pattern match the path so far.
        let mut reached = vec![false; self.names.len() + 1];
        reached[0] = true;
        self.skip(&mut reached);
        for name in path.split('/') {
            let mut next = vec![false; reached.len()];
            for (at, pattern) in self.names.iter().enumerate().filter(|(at, _)| reached[*at]) {
                match pattern.as_str() {
                    "**" => next[at] = true,
                    _ => next[at + 1] |= is_match(pattern.as_bytes(), name.as_bytes()),
                }
            }
            self.skip(&mut next);
            reached = next;
        }
        reached[self.names.len()]
    }

    /// `**` stands for no folder as well.
    fn skip(&self, reached: &mut [bool]) {
        for (at, name) in self.names.iter().enumerate() {
            reached[at + 1] |= reached[at] && name == "**";
        }
    }
}

/// The paths that some pattern matches and no exception does, each once, in their order.
pub fn select<'a>(patterns: &[Pattern], paths: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let is_in = |path: &str, is_exception: bool| {
        patterns.iter().any(|it| it.is_exception == is_exception && it.matches(path))
    };
    let chosen = paths.into_iter().filter(|path| is_in(path, false) && !is_in(path, true));
    let mut chosen: Vec<String> = chosen.map(String::from).collect();
    chosen.sort();
    chosen.dedup();
    chosen
}

/// One name; at a mismatch the last `*` takes one more character, so the time is bounded by the product of the lengths.
fn is_match(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut star, mut i) = (0, None, 0);
    while i < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, i));
                at += 1;
            }
            Some(&c) if c == b'?' || c == name[i] => (at, i) = (at + 1, i + 1),
            _ => match star {
                Some((before, taken)) => {
                    star = Some((before, taken + 1));
                    (at, i) = (before + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        assert_eq!(Pattern::new(pattern, false).matches(path), expected, "{pattern} {path}");
    }

    #[test]
    fn stars_stay_within_a_name_and_double_ones_do_not() {
        check("src/*.c", "src/a.c", true);
        check("src/*.c", "src/x/a.c", false);
        check("src/?.c", "src/ab.c", false);
        check("**/*.c", "a.c", true);
        check("**/*.c", "x/y/a.c", true);
        check("src/**", "src/x/y.h", true);
        check("src/**/t_*.c", "src/t_1.c", true);
        check("a*b*c", "axxbyyc", true);
        check("a*b*c", "axxbyy", false);
        check("src", "src/a.c", false);
    }

    #[test]
    fn patterns_that_are_made_to_take_long_do_not() {
        let (stars, name) = ("a*".repeat(200) + "b", "a".repeat(4000));
        check(&stars, &name, false);
        check(&(vec!["**"; 200].join("/") + "/b"), &vec!["a"; 2000].join("/"), false);
    }

    #[test]
    fn exceptions_are_left_out() {
        let patterns = [Pattern::new("src/*.c", false), Pattern::new("src/main.c", true)];
        assert_eq!(select(&patterns, ["src/b.c", "src/main.c", "src/a.c", "x.c"]), ["src/a.c", "src/b.c"]);
        assert_eq!(patterns[0].folder(), "src");
        assert_eq!((patterns[0].literal(), Pattern::new("a.c", false).literal()), (None, Some("a.c".into())));
    }
}
