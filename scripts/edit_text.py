"""Small edits in the text of a C program, such as a programmer makes.

Each of EDITS yields texts, one for each place that it finds, in a random order.  Places are looked for by patterns, so a text
need not compile: the caller asks gcc.  What compiles has, by `rename`, `reorder`, `move`, `log` and `parameter`, the same
meaning as before.
"""

import re

from corpus import KEYWORDS, TOKEN, functions_of

LOCAL = re.compile(r"^[ \t]*(?:const |volatile |register )*(?:(?:unsigned|signed|int|char|long|short|_Bool|float|double|size_t|"
                   r"(?:struct|union|enum)\s+\w+)\b[ \t*]*)+\b([A-Za-z_]\w*)[ \t]*(=[ \t]*-?\d\w*[ \t]*)?;[ \t]*$", re.M)
CONDITION = re.compile(r"\b(?:if|while)\s*\(")
COMPARISON = re.compile(r"<=|>=|==|!=|(?<![<\-])<(?![<=])|(?<![>\-])>(?![>=])")
OTHER_COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
THE_VERIFIERS = re.compile("__VERIFIER_|reach_error|__assert|abort|assume")  # functions that stay as they are


def code_of(text):
    """The text with strings, comments and lines of the preprocessor blank, of the same length."""
    return TOKEN.sub(lambda token: token[0] if token[0] in "{};" else re.sub(r"[^\n]", " ", token[0]), text)


class Program:
    def __init__(self, text):
        self.text, self.code = text, code_of(text)
        self.functions = [span for span in functions_of(text) if not THE_VERIFIERS.match(span[0])]

    def bodies(self, chance):
        """(name, start, brace, end) of the functions, in a random order."""
        return chance.sample(self.functions, len(self.functions))

    def replaced(self, *changes):
        """The text with each (start, end, new) put in."""
        text = self.text
        for start, end, new in sorted(changes, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def places(self, pattern, chance):
        """Matches of the pattern in all functions, in a random order."""
        found = [match for _, _, brace, end in self.functions for match in pattern.finditer(self.code, brace, end)]
        return chance.sample(found, len(found))

    def end_of(self, opening):
        """Behind the parenthesis that closes the one at `opening`."""
        depth = 0
        for place in range(opening, len(self.code)):
            depth += {"(": 1, ")": -1}.get(self.code[place], 0)
            if depth == 0:
                return place + 1
        return len(self.code)


def rename(program, chance):
    for _, _, brace, end in program.bodies(chance):
        for match in LOCAL.finditer(program.code, brace, end):
            name = match[1]
            if name not in KEYWORDS and name + "_renamed" not in program.code:
                uses = re.compile(r"(?<!->)(?<!\.)\b" + name + r"\b").finditer(program.code, brace, end)
                yield program.replaced(*((use.start(), use.end(), name + "_renamed") for use in uses))


def reorder(program, chance):
    found = []
    for _, _, brace, end in program.functions:
        lines = list(LOCAL.finditer(program.code, brace, end))
        found += [(one, two) for one, two in zip(lines, lines[1:]) if not program.code[one.end():two.start()].strip()]
    for one, two in chance.sample(found, len(found)):
        yield program.replaced((one.start(), one.end(), program.text[two.start():two.end()]),
                               (two.start(), two.end(), program.text[one.start():one.end()]))


def move(program, chance):
    for name, start, brace, end in program.bodies(chance):
        if end < program.functions[-1][3]:
            head = program.code[start:brace].strip()
            yield program.replaced((start, end, f"\n{head};\n")) + f"\n{program.text[start:end]}\n"


def log(program, chance):
    for name, _, brace, _ in program.bodies(chance):
        entered = f'\n  printf("{name}\\n");\n'
        yield program.replaced((0, 0, "extern int printf(const char *, ...);\n"), (brace + 1, brace + 1, entered))


def constant(program, chance):
    for match in program.places(NUMBER, chance):
        yield program.replaced((match.start(), match.end(), str(int(match[0]) + 1)))


def guard(program, chance):
    for match in program.places(CONDITION, chance):
        found = COMPARISON.search(program.code, match.end(), program.end_of(match.end() - 1))
        if found:
            yield program.replaced((found.start(), found.end(), OTHER_COMPARISON[found[0]]))


def bug(program, chance):
    for match in program.places(CONDITION, chance):
        end = program.end_of(match.end() - 1)
        yield program.replaced((match.end(), match.end(), "!("), (end - 1, end - 1, ")"))


def parameter(program, chance):
    for name, *_ in program.bodies(chance):
        uses = list(re.finditer(rf"\b{name}\b(\s*\()?", program.code))
        if name == "main" or not all(use[1] for use in uses):  # its address is taken
            continue
        changes = []
        for use in uses:
            rest = program.code[use.end():program.end_of(use.end() - 1) - 1].strip()
            is_call = any(brace <= use.start() < end for _, _, brace, end in functions_of(program.text))
            new = ("0" if is_call else "int added") + ", " * (rest not in ("", "void"))
            void = re.compile(r"\s*void\s*(?=\))").match(program.code, use.end())
            changes.append((use.end(), void.end() if void and not is_call else use.end(), new))
        yield program.replaced(*changes)


EDITS = {"rename": rename, "reorder": reorder, "move": move, "log": log, "constant": constant, "guard": guard,
         "parameter": parameter, "bug": bug}
