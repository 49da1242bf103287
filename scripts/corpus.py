#!/usr/bin/env python3
"""Run `evercheck cfa` over a folder of C programs and count what it can read.

    python3 scripts/corpus.py FOLDER [--evercheck PATH] [--jobs N] [--timeout S]
                              [--memory MB] [--limit N --seed K]
                              [--json OUT | --resume OUT] [--list-failures]
    python3 scripts/corpus.py FOLDER --gcc-only
    python3 scripts/corpus.py FOLDER --revisions

Every `.c` and `.i` file below FOLDER is first shown to gcc; only a file that
gcc accepts counts.  Each accepted file is then given to the tool with the same
flags, and the outcome is counted: passed (exit status 0) or a cause.

How gcc is asked (`gcc -fsyntax-only -w -fmax-errors=1`):
  * `-std=gnu11`, or the `-std=` of a `dg-options` comment; its `-D`s are kept;
  * a `.c` file gets `-I` of its own folder; a `.i` file is taken as
    preprocessed (that is what gcc does by the name);
  * `-m64`, then `-m32` if that is refused -- the other way round in a folder
    that SV-COMP's files declare 32 bit (see `declared_bits`).
The verdict is kept in ~/.cache/evercheck-corpus/ (or $XDG_CACHE_HOME), keyed by
path, size, time of change, flags and gcc's version; a changed *header* is not
noticed: `--no-cache` asks again.

The tool is called as `evercheck cfa [-m32] [-std=..] [-D..] [-I..] FILE`, its
standard output thrown away.  Causes:
  crash     a signal, or exit status 101 (a panic) or 4
  timeout   longer than --timeout seconds
  memory    the limit of --memory MB was reached
  anything else: the first `error:` line, with names, digits and paths replaced.

`--json OUT` writes one JSON object a file, as they come; `--resume OUT` takes
what OUT already holds as done and appends the rest.

`--revisions` instead compares neighbouring revisions of one program by the
fingerprints of `evercheck cfa --fingerprints --format json`: see `revisions`.

Exit status: 0; 1 if the tool crashed, ran out of time or memory on any file;
2 if the arguments are wrong; 130 if interrupted (after printing what was done).
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import random
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

STOP = threading.Event()  # set at Ctrl-C: running children are killed
KEPT_STDERR = 64 * 1024  # bytes of a child's stderr that are looked at


# --------------------------------------------------------------- running things

class Ran:
    """How one child process ended."""

    def __init__(self, code, signal_number, timed_out, stdout, stderr, seconds, cpu, rss_mb):
        self.code = code
        self.signal = signal_number
        self.timed_out = timed_out
        self.stdout = stdout
        self.stderr = stderr
        self.seconds = seconds
        self.cpu = cpu  # user and system, of its children too
        self.rss_mb = rss_mb


def run(command, timeout, memory_mb, keep_stdout=False):
    """Run `command` within a time and a memory limit.

    The limits are set by a shell that then becomes the command (setting them
    in a forked Python child is not safe beside threads).  None if interrupted.
    """
    # Where sessions are groups of their own for the scheduler, `nice` counts within the group only: the group is as nice.
    nice = '{ echo "$1" > /proc/self/autogroup; } 2> /dev/null; shift'
    limited = ["/bin/sh", "-c", f'ulimit -c 0; ulimit -v "$0"; {nice}; exec "$@"', str(memory_mb * 1024), str(os.nice(0))]
    started = time.monotonic()
    child = subprocess.Popen(
        limited + command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if keep_stdout else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    kept = {child.stderr.fileno(): bytearray()}
    if keep_stdout:
        kept[child.stdout.fileno()] = bytearray()
    open_ends = set(kept)
    timed_out, ended = False, 0
    while not ended:
        left = started + timeout - time.monotonic()
        if left <= 0 or STOP.is_set():
            timed_out = True
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            ended, status, usage = os.wait4(child.pid, 0)
        elif open_ends:
            for end in select.select(list(open_ends), [], [], min(left, 0.5))[0]:
                data = os.read(end, 1 << 16)
                if not data:
                    open_ends.discard(end)
                elif end != child.stderr.fileno() or len(kept[end]) < KEPT_STDERR:
                    kept[end] += data
        else:  # it has closed its ends, so it is about to exit
            ended, status, usage = os.wait4(child.pid, os.WNOHANG)
            if not ended:
                time.sleep(0.0005)
    seconds = time.monotonic() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    stderr = kept[child.stderr.fileno()].decode("utf-8", "replace")
    stdout = kept[child.stdout.fileno()].decode("utf-8", "replace") if keep_stdout else ""
    child.stderr.close()
    if keep_stdout:
        child.stdout.close()
    if STOP.is_set():
        return None
    code = child.returncode
    return Ran(
        code if code >= 0 else None, -code if code < 0 else None,
        timed_out, stdout, stderr, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024,
    )


# ------------------------------------------------------------ finding the files

def find_files(folder):
    """Every .c and .i file below `folder`, sorted by path, each target once."""
    found = []
    for where, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(where, n) for n in names if n.endswith((".c", ".i"))]
    seen, files = set(), []
    for path in sorted(found):
        target = os.path.realpath(path)
        if os.path.isfile(target) and target not in seen:
            seen.add(target)
            files.append(path)
    return files


def read_text(path, limit=-1):
    """The file as text, whatever its bytes are."""
    with open(path, "rb") as file:
        return file.read(limit).decode("utf-8", "replace")


# ----------------------------------------------------------- what flags to give

DG_OPTIONS = re.compile(r"dg-(?:additional-)?options\s+(?:\{\s*)?\"([^\"]*)\"(\s*\{)?")
_bits_of_folder = {}


def own_words(words):
    """The words for the script itself, and those behind `--`, for the tool."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1:]


def declared_bits(folder):
    """32 or 64 if SV-COMP's files say so for `folder` or one above it, else None.

    In this order: a category (`X.set` in the parent names the folder, `X.cfg`
    says `Architecture: 32 bit`), `CC.Arch := 64` in the folder's Makefile, and
    the default `CC.Arch ?= 32` of the parent's Makefile.config.
    """
    if folder in _bits_of_folder:
        return _bits_of_folder[folder]
    parent, name = os.path.split(folder)
    bits = None
    if name and os.path.isdir(parent):
        bits = category_bits(parent).get(name)
        if bits is None:
            bits = first_number(os.path.join(folder, "Makefile"), r"CC\.Arch\s*:?=\s*(32|64)")
        if bits is None:
            bits = first_number(os.path.join(parent, "Makefile.config"), r"CC\.Arch\s*\?=\s*(32|64)")
        if bits is None:
            bits = declared_bits(parent)
    _bits_of_folder[folder] = bits
    return bits


_categories = {}


def category_bits(parent):
    """Folder name -> 32 or 64, by the category files in `parent`."""
    if parent not in _categories:
        bits = {}
        for entry in sorted(os.listdir(parent)):
            if entry.endswith(".set"):
                base = os.path.join(parent, entry[:-4])
                says = first_number(base + ".cfg", r"Architecture:\s*(32|64)\s*bit")
                if says is not None:
                    for line in read_text(base + ".set").splitlines():
                        pattern = line.split("#")[0].strip()
                        if "/" in pattern:
                            bits.setdefault(pattern.split("/")[0], says)
        _categories[parent] = bits
    return _categories[parent]


def first_number(path, pattern):
    if not os.path.isfile(path):
        return None
    match = re.search(pattern, read_text(path))
    return int(match[1]) if match else None


def flag_choices(path):
    """The lists of flags to try with gcc, best first."""
    standard, defines = "-std=gnu11", []
    if path.endswith(".c"):
        for options, condition in DG_OPTIONS.findall(read_text(path, 8192)):
            if condition:  # for one target only
                continue
            for word in options.split():
                if word.startswith("-std="):
                    standard = word
                elif re.match(r"-[DU]\w", word):
                    defines.append(word)
    flags = [standard] + defines
    if path.endswith(".c"):
        flags.append("-I" + os.path.dirname(path))
    widths = ["-m32", "-m64"] if declared_bits(os.path.dirname(path)) == 32 else ["-m64", "-m32"]
    return [[width] + flags for width in widths]


def tool_flags(flags):
    """gcc's flags without those that are the tool's defaults."""
    return [f for f in flags if f not in ("-m64", "-std=gnu11")]


# ------------------------------------------------------------------ asking gcc

class Gcc:
    """gcc's verdicts, kept between runs."""

    def __init__(self, use_cache):
        version = subprocess.run(["gcc", "--version"], capture_output=True, text=True)
        self.version = version.stdout.split("\n")[0]
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        self.store = os.path.join(cache, "evercheck-corpus", "gcc.jsonl")
        self.known = {}
        self.lock = threading.Lock()
        os.makedirs(os.path.dirname(self.store), exist_ok=True)
        if use_cache and os.path.exists(self.store):
            for line in read_text(self.store).splitlines():
                try:
                    key, accepted = json.loads(line)
                except ValueError:  # a line cut short by a kill
                    continue
                self.known[key] = accepted
        self.file = open(self.store, "a", encoding="utf-8")

    def accepts(self, path):
        """The flags with which gcc accepts the file, or None."""
        for flags in flag_choices(path):
            if self.accepts_with(path, flags):
                return flags
        return None

    def accepts_with(self, path, flags):
        status = os.stat(path)
        key = "\0".join([os.path.realpath(path), str(status.st_size), str(status.st_mtime_ns),
                         self.version] + flags)
        key = hashlib.sha1(key.encode("utf-8", "surrogateescape")).hexdigest()
        if key in self.known:
            return self.known[key]
        ran = run(["gcc", "-fsyntax-only", "-w", "-fmax-errors=1"] + flags + [path], 120, 8192)
        if ran is None:
            return False
        accepted = ran.code == 0
        if not ran.timed_out:
            with self.lock:
                self.known[key] = accepted
                self.file.write(json.dumps([key, accepted]) + "\n")
                self.file.flush()
        return accepted


# -------------------------------------------------------------- naming a cause

KEYWORDS = set("""auto break case char const continue default do double else enum extern float
for goto if inline int long register restrict return short signed sizeof static struct switch
typedef union unsigned void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic
_Imaginary _Noreturn _Static_assert _Thread_local typeof asm""".split())
TELLING = re.compile(r"__(builtin|sync|atomic)_\w+$|__\w+__$|#\w+$")  # names worth keeping


def cause_of(ran):
    """(cause, message) of a run that did not pass; the cause is a short key."""
    lines = [line.strip() for line in ran.stderr.splitlines() if line.strip()]
    if ran.timed_out:
        return "timeout", ""
    if re.search(r"memory allocation of \d+ bytes failed|out of memory|[Cc]annot allocate memory",
                 ran.stderr):
        return "memory", lines[-1]
    if ran.signal is not None or ran.code in (101, 4):
        how = signal.Signals(ran.signal).name if ran.signal else "exit %d" % ran.code
        for number, line in enumerate(lines):
            if "panicked at" in line:  # keep the place: it names the bug
                message = " ".join(lines[number:number + 2])
                place = re.search(r"([\w.-]+\.rs:\d+)", message)
                return "crash: panic at %s" % (place[1] if place else "?"), message
            if "overflowed its stack" in line:
                return "crash: stack overflow", line
        return "crash: " + how, lines[-1] if lines else ""
    for line in lines:
        found = re.search(r"\berror(?:\[\w+\])?:\s*(.*)", line)
        if found:
            return normalised(found[1]), line
    return "exit %s without an error line" % ran.code, lines[0] if lines else ""


def normalised(text):
    """An error message without what differs from file to file."""

    def quoted(match):
        inner = match[1]
        if not re.search(r"\w", inner) or TELLING.match(inner):
            return match[0]
        words = inner.split()
        if words and all(w in KEYWORDS for w in words):
            return match[0]
        return match[0][0] + "_" + match[0][-1]

    text = re.sub(r"[`'\"‘“]([^`'\"‘’“”]*)[`'\"’”]", quoted, text)
    text = re.sub(r"(?<!\w)[\w.~+-]*/[\w./+-]+", "PATH", text)
    text = re.sub(r"\b0[xX][0-9a-fA-F]+\b|\b\d+(\.\d+)?", "N", text)
    text = re.sub(r"\s+", " ", text).strip()
    return text[:110]


# ----------------------------------------------------------------- one file

def check(path, gcc, options):
    """The result of one file, as the JSON object of --json (`rss_mb` includes this script's
    own before the tool starts, some 25 MB); None if interrupted."""
    result = {"file": path, "size": os.path.getsize(path)}
    flags = gcc.accepts(path)
    if STOP.is_set():
        return None
    if flags is None:
        return dict(result, outcome="refused by gcc")
    result["flags"] = tool_flags(flags)
    if options.gcc_only:
        return dict(result, outcome="accepted by gcc")
    command = [options.evercheck] + shlex.split(options.args) + result["flags"] + [path]
    ran = run(command, options.timeout, options.memory)
    if ran is None:
        return None
    result.update(seconds=round(ran.seconds, 3), rss_mb=ran.rss_mb)
    if ran.code == 0 and not ran.timed_out:
        return dict(result, outcome="passed")
    cause, message = cause_of(ran)
    outcome = cause.split(":")[0] if cause.split(":")[0] in SEVERE else "failed"
    return dict(result, outcome=outcome, cause=cause, message=message[:500])


SEVERE = ("crash", "timeout", "memory")


# ----------------------------------------------------------------- the report

def top_folders(results, folder):
    """Results by the first folder below the deepest one that all share."""
    paths = [os.path.dirname(r["file"]) for r in results]
    shared = os.path.commonpath(paths) if paths else folder
    groups = collections.defaultdict(list)
    for result in results:
        below = os.path.relpath(result["file"], shared).split(os.sep)
        groups[below[0] if len(below) > 1 else "."].append(result)
    return shared, groups


def percent(part, whole):
    return "%.2f%%" % (100.0 * part / whole) if whole else "-"


def counts(results):
    """Files, those gcc accepts, those that passed, and all outcomes."""
    of = collections.Counter(r["outcome"] for r in results)
    accepted = len(results) - of["refused by gcc"]
    return len(results), accepted, of["passed"], of


def report(results, folder, options):
    shared, groups = top_folders(results, folder)
    row = "%-40s %7s %7s %7s %9s %6s %6s %6s"
    if options.gcc_only:
        row = "%-40s %7s %7s %.0s%.0s%.0s%.0s%.0s"
    print()
    print(row % ("below " + shared[-34:], "files", "gcc ok", "passed", "percent",
                 "crash", "time", "memory"))
    for name in sorted(groups) if len(groups) > 1 else []:
        print_counts(row, name, groups[name])
    print_counts(row, "TOTAL", results)
    causes = collections.defaultdict(list)
    for result in results:
        if "cause" in result:
            causes[result["cause"]].append(result)
    if causes:
        print("\ncauses (with the smallest example):")
    for cause, of_cause in sorted(causes.items(), key=lambda c: (-len(c[1]), c[0])):
        example = min(of_cause, key=lambda r: (r["size"], r["file"]))
        print("%6d  %s" % (len(of_cause), cause))
        print("        %s" % " ".join(example["flags"][:1] * ("-m32" in example["flags"])
                                     + [os.path.relpath(example["file"], folder)]))
        if example["message"]:
            print("        | %s" % example["message"][:200])
    timed = [r for r in results if "seconds" in r]
    if timed:
        print("\ntime: %.1f s in all" % sum(r["seconds"] for r in timed))
        for what, unit in (("seconds", "s"), ("rss_mb", "MB")):
            for r in sorted(timed, key=lambda r: -r[what])[:3]:
                print("  most %-8s %8s %-3s %s" % (what, r[what], unit,
                                                   os.path.relpath(r["file"], folder)))
    if options.list_failures:
        print("\nfailures:")
        for r in sorted(results, key=lambda r: r["file"]):
            if "cause" in r:
                print("%s: %s: %s" % (r["file"], r["cause"], r["message"]))


def print_counts(row, name, results):
    files, accepted, passed, of = counts(results)
    print(row % (name[:40], files, accepted, passed, percent(passed, accepted),
                 of["crash"], of["timeout"], of["memory"]))


class Progress:
    """A line on stderr now and then."""

    def __init__(self, total, tool=True):
        self.tool = tool  # it is run, not only gcc
        self.total, self.done, self.passed, self.accepted = total, 0, 0, 0
        self.terminal = sys.stderr.isatty()
        self.every = 1 if self.terminal else 30
        self.last = time.monotonic()

    def step(self, accepted, passed):
        self.done += 1
        self.accepted += accepted
        self.passed += passed
        now = time.monotonic()
        if now - self.last >= self.every or self.done == self.total:
            self.last = now
            line = "%d/%d files, gcc accepts %d" % (self.done, self.total, self.accepted)
            if self.tool:
                line += ", passed %d (%s)" % (self.passed, percent(self.passed, self.accepted))
            print("\r" + line if self.terminal else line, file=sys.stderr,
                  end="" if self.terminal and self.done < self.total else "\n", flush=True)


def in_parallel(function, items, jobs):
    """Results of function(item) as they come; stops all of it at Ctrl-C."""
    pool = concurrent.futures.ThreadPoolExecutor(jobs)
    try:
        futures = [pool.submit(function, item) for item in items]
        for future in concurrent.futures.as_completed(futures):
            yield future.result()
    except BaseException:
        STOP.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def corpus(files, gcc, options):
    """Check every file; print the table.  Returns the exit status."""
    results, output = [], None
    if options.resume and os.path.exists(options.resume):
        wanted = set(files)
        text = read_text(options.resume)
        for line in text.splitlines():
            try:
                result = json.loads(line)
            except ValueError:
                continue
            if result.get("file") in wanted and result.get("outcome") != "accepted by gcc":
                wanted.discard(result["file"])
                results.append(result)
        files = [f for f in files if f in wanted]
        output = open(options.resume, "a", encoding="utf-8")
        if text and not text.endswith("\n"):
            output.write("\n")
    elif options.resume or options.json:
        output = open(options.resume or options.json, "w", encoding="utf-8")
    interrupted = False
    progress = Progress(len(files), not options.gcc_only)
    try:
        for result in in_parallel(lambda f: check(f, gcc, options), files, options.jobs):
            if result is None:
                continue
            results.append(result)
            progress.step(result["outcome"] != "refused by gcc", result["outcome"] == "passed")
            if output:
                output.write(json.dumps(result) + "\n")
                output.flush()
    except KeyboardInterrupt:
        interrupted = True
        print("\ninterrupted: %d of %d files done" % (progress.done, len(files)), file=sys.stderr)
    report(results, options.folder, options)
    if interrupted:
        return 130
    return 1 if any(r["outcome"] in SEVERE for r in results) else 0


# ------------------------------------------------------- neighbouring revisions

# drivers--net--phy--dp83640.ko_006.49b3fd4.08_1a.cil_true-unreach-call.i
#   driver                  revision commit specification
LDV_REVISION = re.compile(
    r"(?P<program>.+)\.ko_(?P<number>\d+)\.(?P<commit>[0-9a-f]+)\.(?P<spec>\d+_\d+[a-z]?)\.cil_.*\.[ci]$")
# prog-v12.c, prog.3.i, 7.c
ANY_REVISION = re.compile(r"(?P<program>.*?)[-._]?[vr]?(?P<number>\d+)\.[ci]$")


def series_of(files):
    """{(program, specification): [paths, oldest first]} of the file names."""
    series = collections.defaultdict(list)
    for path in files:
        folder, name = os.path.split(path)
        match = LDV_REVISION.match(name)
        if match:
            key = (match["program"], match["spec"])
        else:
            match = ANY_REVISION.match(name)
            if not match:
                continue
            key = (os.path.join(os.path.basename(folder), match["program"]), "")
        series[key].append((int(match["number"]), path))
    return {key: [path for _, path in sorted(of_key)]
            for key, of_key in sorted(series.items()) if len(of_key) > 1}


TOKEN = re.compile(r"""
    "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | /\*.*?\*/ | //[^\n]* | ^[ \t]*\#[^\n]* | [{};]
    """, re.X | re.S | re.M)
ATTRIBUTE = re.compile(r"\b(?:__attribute__|__attribute|asm|__asm__)\s*"
                       r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
NAME_IN_PARENTHESES = re.compile(r"\(\s*([A-Za-z_]\w*)\s*\)(?=\s*\()")  # int (f)(void)
NAME_BEFORE_PARENTHESIS = re.compile(r"([A-Za-z_]\w*)\s*\(")


def functions_of(text):
    """(name, start, brace, end) of each function that is defined, as places in the text.

    A rough reading, by braces: the head of a top-level `{` names a function if
    it has a parenthesis and no `=`.
    """
    depth, name, start, brace = 0, None, 0, 0
    for token in TOKEN.finditer(text):
        mark = token[0]
        if mark == "{":
            if depth == 0:
                brace = token.start()
                name = function_name(without_comments(text[start:brace]))
            depth += 1
        elif mark in ("}", ";"):
            if mark == "}":
                depth = max(0, depth - 1)
                if depth == 0 and name is not None:
                    yield name, start, brace, token.end()
            if depth == 0:
                name, start = None, token.end()


def function_name(head):
    head = NAME_IN_PARENTHESES.sub(r" \1", ATTRIBUTE.sub(" ", head))
    if "=" not in head:
        for candidate in NAME_BEFORE_PARENTHESIS.findall(head):
            if candidate not in KEYWORDS:
                return candidate
    return None


def without_comments(text):
    """The text without comments and line markers."""
    return TOKEN.sub(lambda token: token[0] if token[0][0] in "\"'{};" else "", text)


def function_texts(text):
    """{function name: digest of its text, without blanks, comments and line markers}: the text baseline."""
    found = {}
    for name, start, _, end in functions_of(text):
        body = " ".join(without_comments(text[start:end]).split())
        found[name] = hashlib.sha1(body.encode("utf-8", "replace")).digest()
    return found


class Revision:
    """What is compared of one file."""

    def __init__(self, path, gcc, options):
        self.path, self.problem, self.functions, self.texts = path, None, {}, {}
        flags = gcc.accepts(path)
        if flags is None:
            self.problem = "refused by gcc"
            return
        command = [options.evercheck, "cfa", "--fingerprints", "--format", "json"]
        ran = run(command + tool_flags(flags) + [path], options.timeout, options.memory, True)
        if ran is None:
            self.problem = "interrupted"
            return
        if ran.code != 0 or ran.timed_out:
            self.problem = cause_of(ran)[0]
            return
        try:
            for entry in json.loads(ran.stdout)["fragments"]:
                if entry.get("kind") == "procedure" and entry.get("reachable", True):
                    both = (entry["local"], entry.get("global"))
                    self.functions.setdefault(entry["name"], []).append(both)
        except (ValueError, KeyError, AttributeError) as error:
            self.problem = "unreadable output: %s" % type(error).__name__
            return
        text = read_text(path)
        self.digest = hashlib.sha1(text.encode("utf-8", "replace")).digest()
        self.texts = function_texts(text)

    def local(self, name):
        return sorted(str(both[0]) for both in self.functions[name])

    def whole(self, name):
        return sorted(str(both[1]) for both in self.functions[name])


def compare(old, new):
    """The counts of one pair of neighbouring revisions."""
    count = collections.Counter(pairs=1)
    both = [name for name in new.functions if name in old.functions]
    count["old"], count["new"], count["both"] = len(old.functions), len(new.functions), len(both)
    count["same file"] = old.digest == new.digest
    for name in both:
        same = old.local(name) == new.local(name)
        count["same"] += same
        count["same global"] += old.whole(name) == new.whole(name)
        if name in old.texts and name in new.texts:
            count["with text"] += 1
            same_text = old.texts[name] == new.texts[name]
            count["same text"] += same_text
            count["text only"] += same_text and not same
            count["print only"] += same and not same_text
    count["pairs all same"] = count["same"] == count["both"] == count["new"] == count["old"]
    return count


def revisions(files, gcc, options):
    """Compare each pair of neighbouring revisions; print shares.

    A procedure counts if both revisions have it (by name) and, where the tool
    says so, both reach it from main.  It is unchanged if its local fingerprint
    is.  Beside that: the share whose text is unchanged, without blanks and line
    markers (the text baseline), and whose global fingerprint is unchanged.
    `--limit N --seed K` takes N of the pairs.
    """
    series = series_of(files)
    pairs = [(key, old, new) for key, paths in series.items() for old, new in zip(paths, paths[1:])]
    total_pairs = len(pairs)
    if options.limit is not None and options.limit < total_pairs:
        chosen = random.Random(options.seed).sample(range(total_pairs), options.limit)
        pairs = [pairs[i] for i in sorted(chosen)]
    by_key = collections.defaultdict(list)
    for key, old, new in pairs:
        by_key[key].append((old, new))
    print("%d files, %d series (program and specification), %d neighbouring pairs, %d taken" % (
        len(files), len(series), total_pairs, len(pairs)))
    output = open(options.json, "w", encoding="utf-8") if options.json else None
    of_program = collections.defaultdict(collections.Counter)
    skipped, examples, interrupted = collections.Counter(), {}, False
    progress = Progress(sum(len({p for pair in ps for p in pair}) for ps in by_key.values()))
    try:
        for key, of_key in by_key.items():
            paths = sorted({path for pair in of_key for path in pair})
            known = {}
            for revision in in_parallel(lambda p: Revision(p, gcc, options), paths, options.jobs):
                known[revision.path] = revision
                progress.step(revision.problem != "refused by gcc", revision.problem is None)
            for old, new in of_key:
                problem = known[old].problem or known[new].problem
                if problem:
                    skipped[problem] += 1
                    examples.setdefault(problem, old if known[old].problem else new)
                    continue
                count = compare(known[old], known[new])
                of_program[key[0]] += count
                if output:
                    output.write(json.dumps(dict(count, old_file=old, new_file=new)) + "\n")
                    output.flush()
    except KeyboardInterrupt:
        interrupted = True
        print("\ninterrupted", file=sys.stderr)
    total = sum(of_program.values(), collections.Counter())
    row = "%-52s %6s %9s %9s %9s %9s %9s"
    print(row % ("program", "pairs", "in both", "unchanged", "percent", "by text", "global"))
    for name, count in sorted(of_program.items()) + [("TOTAL", total)]:
        print(row % (name[-52:], count["pairs"], count["both"], count["same"],
                     percent(count["same"], count["both"]),
                     percent(count["same text"], count["with text"]),
                     percent(count["same global"], count["both"])))
    print("\npairs compared: %d of %d taken; identical files: %d; all procedures unchanged: %d" % (
        total["pairs"], len(pairs), total["same file"], total["pairs all same"]))
    print("unchanged of all procedures of the newer revision: %d of %d (%s)" % (
        total["same"], total["new"], percent(total["same"], total["new"])))
    print("text found for %d of %d procedures in both; same text but other fingerprint: %d;"
          " other text but same fingerprint: %d" % (
              total["with text"], total["both"], total["text only"], total["print only"]))
    for problem, number in skipped.most_common():
        print("not compared: %d pairs: %s\n        %s" % (number, problem, examples[problem]))
    if interrupted:
        return 130
    return 1 if any(p.split(":")[0] in SEVERE for p in skipped) else 0


# ------------------------------------------------------------------------ main

def main():
    default_tool = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "target", "release", "evercheck")
    parser = argparse.ArgumentParser(
        description="Run evercheck over a folder of C programs and count what it can read.",
        epilog="See the head of this file for what is counted and how gcc is asked.")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--evercheck", metavar="PATH", default=default_tool)
    parser.add_argument("--args", default="cfa", metavar="WORDS",
                        help="the tool's arguments before the flags and the file (default: cfa)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--timeout", type=float, default=60, metavar="S")
    parser.add_argument("--memory", type=int, default=4096, metavar="MB")
    parser.add_argument("--limit", type=int, metavar="N", help="take N of the files, at random")
    parser.add_argument("--seed", type=int, default=0, metavar="K")
    parser.add_argument("--json", metavar="OUT", help="one JSON object a file")
    parser.add_argument("--resume", metavar="OUT", help="go on with an OUT of --json")
    parser.add_argument("--list-failures", action="store_true")
    parser.add_argument("--gcc-only", action="store_true", help="only ask gcc (and keep the verdicts)")
    parser.add_argument("--no-cache", action="store_true", help="ask gcc again")
    parser.add_argument("--revisions", action="store_true",
                        help="compare the fingerprints of neighbouring revisions")
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)
    if not os.path.isdir(options.folder):
        parser.error("not a folder: " + options.folder)
    if options.jobs < 1 or options.timeout <= 0 or options.memory < 1:
        parser.error("--jobs, --timeout and --memory must be positive")
    if options.limit is not None and options.limit < 1:
        parser.error("--limit must be positive")
    if options.revisions and (options.resume or options.gcc_only):
        parser.error("--revisions goes with neither --resume nor --gcc-only")
    if not shutil.which("gcc"):
        parser.error("gcc is not on the path")
    if not options.gcc_only:
        tool = shutil.which(options.evercheck)
        if not tool:
            parser.error("no such program: " + options.evercheck)
        options.evercheck = os.path.abspath(tool)
    files = find_files(options.folder)
    if not files:
        parser.error("no .c or .i file below " + options.folder)
    for number in (signal.SIGINT, signal.SIGTERM):  # also where a shell has had SIGINT ignored
        signal.signal(number, signal.default_int_handler)
    gcc = Gcc(not options.no_cache)
    if options.revisions:
        return revisions(files, gcc, options)
    if options.limit is not None and options.limit < len(files):
        files = sorted(random.Random(options.seed).sample(files, options.limit))
    return corpus(files, gcc, options)


if __name__ == "__main__":
    sys.exit(main())
