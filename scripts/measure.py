"""Measure commands on a machine that others use: in turn, the least of several runs, or by counting instructions."""

import json
import os
import re
import subprocess
import sys


class Run:
    """What a command printed, its seconds of the processor, and its largest resident set in bytes.

    User and system time together: how a kernel that samples by a clock splits them is off by all of it in a short run.
    """

    def __init__(self, command, folder, environment=None):
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
        self.text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.status = process.returncode
        self.seconds, self.memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


class Check(Run):
    """A run of `evercheck check`, with its report.  The memory is that of its own process: the preprocessor's may be larger."""

    def __init__(self, command, folder):
        super().__init__([*command, "--format", "json"], folder)
        try:
            report = json.loads(self.text)
        except ValueError:
            sys.exit(f"{' '.join(command)}: status {self.status}: {self.text}")
        self.verdict, stats = report["verdict"], report["stats"]
        self.states, self.transitions, self.memory = stats["states"], stats["transitions"], stats["peak_rss_bytes"]


def in_turn(jobs, repeat):
    """Runs each of the jobs, functions that return a Run, `repeat` times: A B C A B C…  The least time and memory of each.

    What disturbs one disturbs the others, and nothing makes a run faster than it is.
    """
    best = [job() for job in jobs]
    for _ in range(repeat - 1):
        for kept, job in zip(best, jobs):
            run = job()
            kept.seconds, kept.memory = min(kept.seconds, run.seconds), min(kept.memory, run.memory)
    return best


def instructions(command, folder):
    """The instructions of a command by callgrind, without its children, and what it printed."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return number(r"I\s+refs:\s+([\d,]+)", done.stderr), done.stdout


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"no {pattern!r} in:\n{text}")
    return int(found.group(1).replace(",", ""))
