#!/usr/bin/env python3
"""Checks rules that neither the compiler nor the formatter checks.

Usage: source-rules.py code|messages [--figures]
  code       checks sizes of files and functions, constructs that may stop the process, shell scripts that macOS cannot
             run, and the layers of DecantCore
  messages   checks that Tests/Golden or a test contains each text of an error or finding, that a test expects each
             code and each limit, and that Tests/afnetworking-rows.tsv agrees with the names of the tests

Prints one line for each violation, and exits 1 if there are any. The exceptions, each with its reason, are in
source-rules.exceptions; an unused exception is also a violation.
"""

from __future__ import annotations

import fnmatch
import functools
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from swift_source import MODIFIERS, SwiftFile, enclosing_calls, literals  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
EXCEPTIONS = ROOT / "Scripts" / "tools" / "source-rules.exceptions"

FILE_LIMIT, FILE_MEDIAN = 500, 90
# At most one file in ten may have fewer lines.
SHORT_FILE = 30
FUNCTION_MEDIAN, FUNCTION_P90, FUNCTION_LIMIT = 8, 25, 60

# Constructs that may stop the process or disable a compiler check.
FORBIDDEN_CODE = {
    r"\btry!": "try!",
    r"\bas!": "as!",
    r"\bfatalError\b": "fatalError",
    r"\bunsafeBitCast\b": "unsafeBitCast",
    r"@unchecked\b": "@unchecked",
    r"\bnonisolated\(unsafe\)": "nonisolated(unsafe)",
    r"\b(public|open|package|internal|fileprivate|private)\s+extension\b": "an access level on an extension",
    r"\bMirror\(": "the layout of a value of another type",
    r"\bload\(as: AnyObject\.self\)": "the layout of a value of another type",
    r"\b_typeByName\b": "a type of another module, by its mangled name",
    r"@_transparent\b": "an attribute of the standard library",
    r"\bstatic\s+(let|var)\s+\w+\s*(:|=)\s*(Mutex|Lock)\b": "global mutable state",
    r"\bdlsym\b": "a symbol of another library",
    r"\b(message|hint|description)\??\.(hasPrefix|hasSuffix|contains|split|firstRange|firstIndex|wholeMatch|firstMatch"
    r"|components|replacing)\b": "a text that the library wrote is read back; use the members of an error",
}
# Allowed in a file with a section on unsafe code, which states the reason and the bound.
IN_UNSAFE_SECTIONS = {"unsafeBitCast", "nonisolated(unsafe)"}
C_FORBIDDEN = {r"\bdlsym\b": "a symbol of another library"}
# Constructs of a shell script that macOS cannot run: it has bash 3.2 and the tools of BSD.
SHELL_FORBIDDEN = {
    r"\b(mapfile|readarray)\b": "since bash 4",
    r"\b(declare|local|typeset) -\w*[An]": "since bash 4",
    r"\$\{!?[\w@*]+(\[[^]]*\])?[,^][^}]*\}": "since bash 4",
    r"&>>": "since bash 4",
    r"\bsed\b[^|\n]* (-\w*i|--in-place)(?!\S)": "needs a suffix, as in -i.old",
    r"\breadlink -\w*f": "GNU; use realpath",
    r"\bdate\b[^|;\n]* (-\w*d|--date)\b": "GNU",
    r"\bstat\b[^|;\n]* (-\w*c|--format|--printf)\b": "GNU; use wc -c for a size",
    r"\bgrep\b[^|\n]* (-\w*P|--perl-regexp)": "GNU",
    r"(?<![\w./-])(ldconfig|ldd|nproc)\b": "only on Linux",
    r"(?<![\w./-])timeout(?= +[-$\"\d])": "only on Linux",
}
SHELL_SCRIPT = re.compile(rb"#!.*\b(ba)?sh\b|# Sourced by")
SHELL_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.MULTILINE)
FOUNDATION_IMPORT = r"\bimport\s+(\w+\s+)?Foundation\w*"
FOUNDATION_FOLDERS = ("Sources/DecantFoundation/", "Sources/DecantTesting/", "Command/")

def tracked(*patterns: str) -> list[Path]:
    """Returns the files that git tracks or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    return [ROOT / name for name in sorted(set(names)) if name and (ROOT / name).is_file()]


class Exceptions:
    """The allowed violations: lines of `RULE PATH[:FUNCTION] REASON`, continued by indented lines.

    A path may have wildcards.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[str, str]] = []
        self.reasons: dict[tuple[str, str], str] = {}
        self.used: set[tuple[str, str]] = set()
        self.faults: list[str] = []
        for line in re.sub(r"\n +", " ", EXCEPTIONS.read_text()).splitlines():
            fields = line.split(maxsplit=2)
            if not fields or line.startswith("#"):
                continue
            if len(fields) < 3:
                self.faults.append(f"source-rules.exceptions: no reason given: {line}")
            else:
                self.rows.append((fields[0], fields[1]))
                self.reasons[fields[0], fields[1]] = fields[2]

    def allow(self, rule: str, location: str) -> bool:
        matches = [row for row in self.rows if row[0] == rule and fnmatch.fnmatchcase(location, row[1])]
        self.used.update(matches)
        return bool(matches)

    def unneeded(self, rules: set[str]) -> list[str]:
        return [
            f"source-rules.exceptions: nothing needs: {rule} {location}"
            for rule, location in self.rows
            if rule in rules and (rule, location) not in self.used
        ]


def rank(values: list[int], share: float) -> int:
    """Returns a quantile: the value that the given share of all values does not exceed."""
    return sorted(values)[max(0, -int(-len(values) * share // 1) - 1)] if values else 0


def swift_files(*patterns: str) -> list[SwiftFile]:
    return [swift_file(path) for path in tracked(*patterns) if path.name != "Package.swift"]


@functools.cache
def swift_file(path: Path) -> SwiftFile:
    return SwiftFile(path, ROOT)


def check_sizes(exceptions: Exceptions) -> list[str]:
    faults = []
    for folder in FOLDERS:
        files = [file for file in swift_files(f"{folder}/*.swift") if not exceptions.allow("generated", file.name)]
        lengths = [file.line_count for file in files]
        for file in files:
            if file.line_count > FILE_LIMIT and not exceptions.allow("file-length", file.name):
                faults.append(f"{file.name}: {file.line_count} lines, at most {FILE_LIMIT}")
        faults += length_faults(folder, lengths)
        if "--figures" in sys.argv:
            print(f"{folder}: {len(files)} files, {sum(lengths)} lines, {shape(lengths)}, {short(lengths)} short")
    for title, patterns in GROUPS.items():
        files = [file for file in swift_files(*patterns) if not exceptions.allow("generated", file.name)]
        functions = [function for file in files for function in file.functions]
        bodies = [function.length for function in functions]
        for function in functions:
            location = f"{function.file}:{function.name}"
            if function.length > FUNCTION_LIMIT and not exceptions.allow("function-length", location):
                where = f"{function.file}:{function.line}: {function.name}"
                faults.append(f"{where} has {function.length} lines, at most {FUNCTION_LIMIT}")
        for what, value, limit in (
            ("median of the functions", rank(bodies, 0.5), FUNCTION_MEDIAN),
            ("90th percentile of the functions", rank(bodies, 0.9), FUNCTION_P90),
        ):
            if value > limit:
                faults.append(f"{title}: {what} is {value} lines, at most {limit}")
        if "--figures" in sys.argv:
            print(f"{title}: {len(bodies)} functions, {shape(bodies)}")
    return faults + path_faults() + exceptions.unneeded({"generated", "file-length", "function-length"})


# The maximum number of nonpublic functions, in all modules, that return the output of a serializer or its response.
# They form the decoding path.
PATH_LIMIT = 8
PATH_FUNCTION = re.compile(
    r"^ +(?!public)(?:\w+ )*func (?P<name>\w+)(?:(?!\bfunc\b)[^{}])*?"
    r"-> (?:\w+\.)?(?:Output\b|DecodedResponse<)[^{}]*\{",
    re.MULTILINE,
)


def path_faults() -> list[str]:
    names = [match["name"] for file in swift_files("Sources/*.swift") for match in PATH_FUNCTION.finditer(file.code)]
    if "--figures" in sys.argv:
        print(f"the path: {len(names)} functions: {', '.join(names)}")
    return [] if len(names) <= PATH_LIMIT else [f"the path has {len(names)} functions, at most {PATH_LIMIT}: {names}"]


FOLDERS = ["Sources", "Tests", "Command", "Benchmarks", "Fuzz"]

# The groups of files whose functions are measured together: shipped sources, and tests.
GROUPS = {
    "sources": ["Sources/*.swift", "Command/Sources/*.swift"],
    "tests": ["Tests/*.swift", "Command/Tests/*.swift"],
}


def length_faults(folder: str, lengths: list[int]) -> list[str]:
    """Reports a folder with too many short files, which make an idea hard to follow."""
    faults = []
    if rank(lengths, 0.5) < FILE_MEDIAN:
        faults.append(f"{folder}: median of the files is {rank(lengths, 0.5)} lines, at least {FILE_MEDIAN}")
    most = -(-len(lengths) // 10)
    if short(lengths) > most:
        faults.append(f"{folder}: {short(lengths)} files of less than {SHORT_FILE} lines, at most {most}")
    return faults


def short(lengths: list[int]) -> int:
    return sum(1 for length in lengths if length < SHORT_FILE)


def shape(values: list[int]) -> str:
    return f"{rank(values, 0.5)} / {rank(values, 0.9)} / {max(values, default=0)} lines (median / p90 / max)"


# The names that a test must expect: the codes of errors and findings, each in the module that reports it, and the
# limits.
NAMED_CODES = re.compile(r"^extension (?:ResponseError|Finding)\.Code \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
LIMITS = r"public static let (\w+) = Limits\.Name\("


def unnamed_codes(_: Exceptions) -> list[str]:
    tests = "".join(path.read_text() for path in tracked("Tests/*.swift", "Command/Tests/*.swift"))
    faults = []
    for path in tracked("Sources/*.swift"):
        text = path.read_text()
        codes = [code for block in NAMED_CODES.findall(text) for code in re.findall(r"static let (\w+)", block)]
        faults += [f"no test expects the code {name}" for name in codes if not re.search(rf'[."]{name}\b', tests)]
        limits = re.findall(LIMITS, text)
        faults += [f"no test expects the limit {name}" for name in limits if not re.search(rf'[."]{name}\b', tests)]
    return faults


def check_constructs(exceptions: Exceptions) -> list[str]:
    faults = []
    for file in swift_files("Sources/*.swift", "Command/Sources/*.swift"):
        patterns = dict(FORBIDDEN_CODE)
        if not file.name.startswith(FOUNDATION_FOLDERS):
            patterns[FOUNDATION_IMPORT] = "Foundation outside of DecantFoundation and DecantTesting"
        if file.name.startswith("Sources/"):
            patterns[r"\bimport Synchronization\b"] = "a library that macOS 13 does not have"
        faults += occurrences(file.name, file.code, patterns, exceptions)
    for path in tracked("Sources/*.c", "Sources/*.h"):
        faults += occurrences(path.relative_to(ROOT).as_posix(), path.read_text(), C_FORBIDDEN, exceptions)
    for path in tracked():
        if SHELL_SCRIPT.match(path.read_bytes()):
            code = SHELL_COMMENT.sub("", path.read_text())
            faults += occurrences(path.relative_to(ROOT).as_posix(), code, SHELL_FORBIDDEN, exceptions)
    return faults + exceptions.unneeded({"construct"})


def text_of(name: str) -> str:
    return (ROOT / name).read_text()


def occurrences(name: str, text: str, patterns: dict[str, str], exceptions: Exceptions) -> list[str]:
    faults = []
    for pattern, meaning in patterns.items():
        for match in re.finditer(pattern, text):
            if match.group() in IN_UNSAFE_SECTIONS and "MARK: - Unsafe" in text_of(name):
                continue
            if not exceptions.allow("construct", f"{name}:{match.group()}"):
                line = text.count("\n", 0, match.start()) + 1
                faults.append(f"{name}:{line}: {match.group()} ({meaning})")
    return faults


# The folders of DecantCore are layers, in the order of the rows in this table.
LAYERS = ROOT / "Documentation" / "architecture.md"
LAYER_ROW = re.compile(r"^\| `DecantCore/(\w+)` \|", re.MULTILINE)
TOP_LEVEL_TYPE = re.compile(
    rf"^{MODIFIERS}(?:struct|class|enum|protocol|actor|typealias)\s+(?P<name>\w+)",
    re.MULTILINE,
)


def check_layers(exceptions: Exceptions) -> list[str]:
    order = LAYER_ROW.findall(LAYERS.read_text())
    files: dict[str, list[SwiftFile]] = {}
    for file in swift_files("Sources/DecantCore/*.swift"):
        files.setdefault(file.path.relative_to(ROOT / "Sources" / "DecantCore").parts[0], []).append(file)
    if sorted(order) != sorted(files):
        return [f"{LAYERS.name}: the table has the layers {sorted(order)}, DecantCore the folders {sorted(files)}"]
    folder_of = {
        match["name"]: folder
        for folder in order
        for file in files[folder]
        for match in TOP_LEVEL_TYPE.finditer(file.code)
        if "private " not in match.group()
    }
    faults, arrows = [], 0
    for folder in order:
        for file in files[folder]:
            for name in sorted(set(re.findall(r"\b[A-Z]\w+", file.code)) & set(folder_of)):
                arrows += folder_of[name] != folder
                if order.index(folder_of[name]) > order.index(folder) and not exceptions.allow(
                    "layer", f"{file.name}:{name}"
                ):
                    faults.append(f"{file.name}: {folder} uses {name} of {folder_of[name]}, which comes later")
    if "--figures" in sys.argv:
        print(f"DecantCore: {len(order)} layers, {len(folder_of)} types, {arrows} uses of types of other layers")
    return faults + exceptions.unneeded({"layer"})


# Calls whose text is only visible to the author of a program, at a trap or during compilation.
TRAPS = {"precondition", "preconditionFailure", "assert", "assertionFailure", "available"}
# A text is prose if it contains a space between two words, one of them lowercase.
PROSE = re.compile(r"[a-z]{2}[,:;”)]* [\w“(\\]|[\w”)…][,:;]* [a-z]{2}|[a-z]{2}[,:;]* $|^ [a-z]{2}")


# Modules whose errors are covered only by Tests/Transports and the tests of users, and tables of names.
WITHOUT_MESSAGES = (
    "Sources/DecantAsyncHTTPClient/", "Sources/DecantNIO/", "Sources/DecantTesting/", "Sources/DecantText/Tables/",
)


def check_messages(exceptions: Exceptions) -> list[str]:
    """Searches the golden files and the tests for each prose literal of the sources.

    An interpolation matches any text. Lines of a body in an error's snippet do not count.
    """
    tests = "".join(path.read_text() for path in tracked("Tests/*.swift"))
    shown = []
    for path in tracked("Tests/Golden/*.txt"):
        lines = path.read_text().splitlines()
        shown += [line for line in lines if line.startswith("  ") and not re.match(r"\s+\d* \| ", line)]
    faults, count = [], 0
    for path in tracked("Sources/*.swift"):
        text, name = path.read_text(), path.relative_to(ROOT).as_posix()
        if name.startswith(WITHOUT_MESSAGES):
            continue
        code = SwiftFile(path, ROOT).code
        for literal in literals(text):
            if not PROSE.search(literal.text) or TRAPS & set(enclosing_calls(code, literal.index)):
                continue
            count += 1
            if is_shown(literal.parts, shown) or max(literal.parts, key=len).strip() in tests:
                continue
            if exceptions.allow("message", f"{name}:{literal.text.replace(' ', '_')}"):
                continue
            line = text.count("\n", 0, literal.index) + 1
            faults.append(f"{name}:{line}: no file in Tests/Golden shows {literal.text!r}")
    if "--figures" in sys.argv:
        print(f"{count} literals are prose, {count - len(faults)} of them shown or excepted")
    return faults + exceptions.unneeded({"message"})


def is_shown(parts: tuple[str, ...], lines: list[str]) -> bool:
    longest = max(parts, key=len)
    pattern = re.compile(".*".join(re.escape(part) for part in parts))
    return any(longest in line and pattern.search(line) for line in lines)


def row_ids(name: str) -> list[str]:
    """Returns the IDs before the first colon of a display name: `A04, V01 to V03: …`."""
    head, ids = name.split(":")[0], []
    for letters, first, last in re.findall(r"\b([A-Z]+)(\d+) to [A-Z]+(\d+)\b", head):
        ids += [f"{letters}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)]
    return ids + re.findall(r"\b[A-Z]+\d+\b", head)


def check_behaviors(_: Exceptions) -> list[str]:
    """Compares the list of AFNetworking's behaviors with the display names of the tests."""
    names = [name for path in tracked("Tests/*.swift", "Command/Tests/*.swift")
             for name in re.findall(r'@(?:Test|Suite)\(\s*"([^"]*)"', path.read_text())]
    named = {row for name in names for row in row_ids(name)}
    lines = (ROOT / "Tests" / "afnetworking-rows.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [f"afnetworking-rows.tsv: {row} is “{state}”, but {'a' if row in named else 'no'} test has its name"
            for row, state, _ in rows if (state == "tested") != (row in named)]


def main() -> int:
    checks = {
        "code": [check_sizes, check_constructs, check_layers],
        "messages": [check_messages, unnamed_codes, check_behaviors],
    }
    chosen = [check for name in sys.argv[1:] for check in checks.get(name, [])]
    if not chosen:
        print(__doc__, file=sys.stderr)
        return 2
    exceptions = Exceptions()
    faults = exceptions.faults + [fault for check in chosen for fault in check(exceptions)]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
