//! What a program meets outside: `--args`, `--stdin`, `--model posix`, and models of one's own.

use crate::run::{Outcome, Scratch, assert_contains};

fn last(outcome: &Outcome) -> &str {
    outcome.stdout.lines().last().unwrap_or_default()
}

const COPY: &str = "#include <unistd.h>\n#include <fcntl.h>\n#include <assert.h>\n\
    int copy(const char *path) {\n\
        char buffer[2];\n\
        int fd = open(path, O_RDONLY);\n\
        CHECK\n\
        ssize_t n = read(fd, buffer, sizeof buffer);\n\
        if (n > 0) { ssize_t done = write(1, buffer, n); DONE }\n\
        return close(fd);\n\
    }\n\
    int main(void) { return copy(\"a\") != 0; }\n";

#[test]
fn posix_calls_succeed_fail_and_come_short() {
    let scratch = Scratch::new("outside-posix");
    let check = |guard: &str, done: &str, options: &str| {
        scratch.write("a.c", COPY.replace("CHECK", guard).replace("DONE", done));
        scratch.run(&format!("check --no-record --engine explicit --model posix {options} a.c"))
    };
    let guard = "if (fd < 0) return -1; assert(fd > 2);";
    let one = "-DEVERCHECK_BYTES=1";
    let fine = check(guard, "assert(done <= n);", one);
    assert_eq!(last(&fine), "true", "{fine:#?}");
    assert_contains(&fine.stdout, &["functions behave as posix (data in pieces of at most 2 bytes"]);
    // A short count, and an error, are what callers forget.
    assert_eq!(last(&check(guard, "assert(done == n || done < 0);", "")), "false(unreach-call)");
    assert_eq!(last(&check(guard, "assert(done > 0);", one)), "false(unreach-call)");
    // A descriptor that is none is refused, and what is read is not more than there is room for.
    assert_eq!(last(&check("", "assert(fd >= 0);", one)), "true");
    let over = check(guard, "buffer[n] = 0;", "");
    assert_eq!(last(&over), "false(valid-deref)", "{over:#?}");
    scratch.write(
        "env.c",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n\
         if (getenv(\"HOME\") && strlen(getenv(\"HOME\")) > SIZE) return *(volatile int *)0;\n\
         return getenv(\"PATH\") == 0; }\n",
    );
    let line = "check --no-record --model posix --engine explicit env.c";
    assert_eq!(last(&scratch.run(&format!("{line} -DSIZE=1"))), "true");
    assert_eq!(last(&scratch.run(&format!("{line} -DSIZE=0"))), "false(valid-deref)");
    let without = scratch.run("check --no-record --engine explicit env.c -DSIZE=1");
    assert_eq!(last(&without), "unknown(not-modelled)", "{without:#?}");
}

const SUM: &str = "#include <stdio.h>\n#include <assert.h>\n\
    int main(void) {\n\
        char line[SIZE]; int count = 0, c;\n\
        if (!fgets(line, sizeof line, stdin)) return 1;\n\
        while ((c = getchar()) != EOF) count++;\n\
        assert(CONDITION);\n\
        return 0;\n\
    }\n";

#[test]
fn standard_input_is_any_or_a_file() {
    let scratch = Scratch::new("outside-stdin");
    let check = |condition: &str, stdin: &str| {
        scratch.write("a.c", SUM.replace("CONDITION", condition)).write("in.txt", "ab\ncd");
        let size = if stdin.contains("any") { 2 } else { 4 };
        scratch.run(&format!("check --no-record --engine explicit -DSIZE={size} {stdin} a.c"))
    };
    let any = check("count < 4", "--stdin any:4");
    assert_eq!(last(&any), "true", "{any:#?}");
    assert_contains(&any.stdout, &["scope: standard input of at most 4 bytes"]);
    let found = check("count < 3", "--stdin any:4");
    assert_eq!(last(&found), "false(unreach-call)", "{found:#?}");
    let file = check("count == 2 && line[0] == 'a' && line[2] == '\\n' && !line[3]", "--stdin in.txt");
    assert_eq!(last(&file), "true", "{file:#?}");
    assert_contains(&file.stdout, &["scope: standard input as in in.txt"]);
    assert_eq!(last(&check("1", "")), "unknown(not-modelled)");
    assert_contains(&check("1", "--stdin none.txt").input_error_told(), &["cannot read none.txt"]);
    assert_contains(&check("1", "--stdin any").input_error_told(), &["any:N"]);
    // In a configuration it stays inside the project.
    scratch.write(
        "evercheck.toml",
        "[target.a]\nsources = [\"a.c\"]\nstdin = \"any:2\"\nflags = [\"-DSIZE=2\"]\nmodel = [\"posix\"]\n",
    );
    scratch.write("a.c", SUM.replace("CONDITION", "count < 3"));
    assert_eq!(last(&scratch.run("check --engine explicit")), "true");
    scratch.write("evercheck.toml", "[target.a]\nsources = [\"a.c\"]\nstdin = \"../secret\"\n");
    assert_contains(&scratch.run("check").input_error(), &["outside the project"]);
}

/// `feof` was that of a stream that nobody reads from: a loop up to the end was followed by one that is not at its end.
#[test]
fn the_end_of_standard_input_is_seen_by_feof() {
    let scratch = Scratch::new("outside-feof");
    let text = "#include <assert.h>\n#include <stdio.h>\n\
        int main(void) {\n\
        char line[1] = {7};\n\
        int count = 0, was = feof(stdin);\n\
        while (getchar() != EOF) count++;\n\
        int is = feof(stdin);\n\
        clearerr(stdin);\n\
        int cleared = feof(stdin), empty = fgets(line, 1, stdin) == line && !line[0];\n\
        ungetc('x', stdin);\n\
        assert(CONDITION);\n\
        }\n";
    scratch.write("a.c", text).write("in.txt", "ab");
    for stdin in ["any:1", "in.txt"] {
        let check = |condition: &str| {
            scratch.run(&format!(
                "check --no-record --engine explicit --stdin {stdin} -DCONDITION={condition} a.c"
            ))
        };
        let right =
            check("!was&&is&&!cleared&&empty&&!feof(stdin)&&getchar()==120&&getchar()==EOF&&feof(stdin)");
        assert_eq!(right.status, Some(0), "{stdin}: {}", right.stdout);
        assert_eq!(check("!is").status, Some(1), "{stdin}");
    }
}

#[test]
fn any_arguments_are_what_there_is_without_the_option() {
    let scratch = Scratch::new("outside-args");
    scratch.write("a.c", "int main(int argc, char **argv) { return argc > 1 && argv[1] == 0; }\n");
    let line = |args: &str| scratch.run(&format!("check --no-record {args} a.c")).stdout;
    let without_time =
        |text: String| text.lines().filter(|it| !it.contains(" s")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_time(line("--args any")), without_time(line("")));
    assert_contains(&line("--args none --engine explicit"), &["scope: no arguments"]);
    // It overrides a configuration.
    scratch
        .write("evercheck.toml", "[target.a]\nsources = [\"a.c\"]\nargs = \"none\"\nengine = \"explicit\"\n");
    assert_eq!(last(&scratch.run("check")), "true");
    assert_eq!(last(&scratch.run("check --args any")), "unknown(bounded)");
}

/// The guide's own example: in a pool's array a piece has no end, as an object it has.
#[test]
fn an_allocator_is_modelled_as_the_guide_says() {
    let guide =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/project.md")).unwrap();
    let block = |start: &str| {
        let from = &guide[guide.find(start).unwrap()..];
        from[..from.find("```").unwrap()].to_string()
    };
    let scratch = Scratch::new("outside-allocator");
    for folder in ["src", "verify"] {
        std::fs::create_dir_all(scratch.path.join(folder)).unwrap();
    }
    let header = "#include <stddef.h>\nstruct pool { size_t used; char bytes[64]; };\n\
                  void *pool_alloc(struct pool *pool, size_t bytes);\nvoid pool_free(struct pool *pool, void *at);\n";
    let pool = "#include \"pool.h\"\nvoid *pool_alloc(struct pool *p, size_t n) { void *at = p->bytes + p->used; p->used += n; return at; }\n\
                void pool_free(struct pool *p, void *at) { (void)p; (void)at; }\n";
    let main = "#include \"pool.h\"\nint main(void) { static struct pool p; char *s = pool_alloc(&p, 4);\n\
                s[4] = 1; pool_free(&p, s); return 0; }\n";
    scratch.write("src/pool.h", header).write("src/pool.c", pool).write("src/main.c", main);
    scratch.write("verify/pool.c", block("/* verify/pool.c"));
    scratch.write("evercheck.toml", block("[target.server]") + "flags = [\"-Isrc\"]\n");
    let checked = scratch.run("check");
    assert_eq!(last(&checked), "false(valid-deref)", "{checked:#?}");
    assert_eq!(last(&scratch.run("check src/pool.c src/main.c")), "true");
}

/// Streams and the kernel's tables are safe to use from several threads.
#[test]
fn threads_share_standard_input_and_descriptors_without_a_race() {
    let scratch = Scratch::new("outside-threads");
    scratch.write(
        "a.c",
        "#include <pthread.h>\n#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\n#include <assert.h>\n\
         static void *in(void *a) { char line[2]; getchar(); feof(stdin); fgets(line, 2, stdin); return a; }\n\
         static int got[2];\n\
         static void *files(void *a) { long me = (long)a; got[me] = open(\"a\", O_RDONLY); return 0; }\n\
         static void two(void *f(void *)) {\n\
             pthread_t x, y;\n\
             pthread_create(&x, 0, f, (void *)0); pthread_create(&y, 0, f, (void *)1);\n\
             pthread_join(x, 0); pthread_join(y, 0);\n\
         }\n\
         int main(void) { two(WHAT); assert(got[0] < 0 || got[0] != got[1] || WHAT == in); return 0; }\n",
    );
    for (what, options) in [("in", "--stdin any:1"), ("in", "--stdin any:2"), ("files", "--model posix")] {
        let line = format!("check --no-record --engine explicit {options} -DWHAT={what} a.c");
        let outcome = scratch.run(&line);
        assert_eq!(last(&outcome), "true", "{line} {outcome:#?}");
    }
}
