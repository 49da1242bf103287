"""BenchExec's tool-info module for Evercheck.

Put it where BenchExec finds modules (PYTHONPATH), and name it with a dot: `tool=".evercheck"`, or copy it to benchexec/tools.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import get_data_model_from_task, ILP32, LP64


class Tool(benchexec.tools.template.BaseTool2):
    """The last line on stdout is the verdict, in BenchExec's words."""

    REQUIRED_PATHS = ["bin/evercheck", "lib/evercheck"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("evercheck", subdir="bin")

    def program_files(self, executable):
        return self._program_files_from_executable(executable, self.REQUIRED_PATHS, parent_dir=True)

    def name(self):
        return "Evercheck"

    def project_url(self):
        return ""

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="evercheck")

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "check", *options]
        model = get_data_model_from_task(task, {ILP32: "-m32", LP64: "-m64"})
        if model and model not in options:
            words.append(model)
        if task.property_file:
            words += ["--property", task.property_file]
        # It ends by itself, with what it has found out until then, a little before it would be ended.
        if rlimits.cputime and "--cpu-limit" not in options:
            words += ["--cpu-limit", f"{max(1, int(rlimits.cputime * 0.98))}s"]
        if rlimits.memory and "--memory-limit" not in options:
            words += ["--memory-limit", f"{max(1, int(rlimits.memory * 0.95) // 1000000)}MB"]
        return words + list(task.input_files_or_identifier)

    def determine_result(self, run):
        verdict = run.output[-1].strip() if run.output else ""
        if verdict == "true":
            return result.RESULT_TRUE_PROP
        if verdict.startswith("false(") and verdict.endswith(")"):
            return verdict
        if verdict.startswith("unknown("):
            reason = verdict[len("unknown(") : -1]
            if run.was_timeout or reason == "time":
                return "TIMEOUT"
            if reason == "memory":
                return "OUT OF MEMORY"
            return f"{result.RESULT_UNKNOWN} ({reason})"
        words = {2: "ERROR (input)", 4: "ERROR (internal)"}
        return words.get(run.exit_code.value, result.RESULT_ERROR)

    def get_value_from_output(self, output, identifier):
        """What a line such as `20 states, 21 transitions, depth 17` says of `states`."""
        for line in output:
            for part in line.split(","):
                words = part.split()
                if len(words) >= 2 and words[0].isdigit() and words[1].rstrip("s") == identifier.rstrip("s"):
                    return words[0]
        return None
