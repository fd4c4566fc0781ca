#!/usr/bin/env python3
"""Writes the document about the speed of a format, and its chart, from what Scripts/bench has measured.

Usage: report.py json|xml|plist|images|codings RESULTS RIVALS FOLDER

RESULTS is what the program SideBySide recorded, RIVALS what python_rivals.py printed. Into FOLDER go
performance-FORMAT.md and performance-FORMAT.svg. Explanations that the numbers do not give are beside this program,
in FORMAT.notes.md and FORMAT.files.md.
"""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

sys.dont_write_bytecode = True
from suites import SUITES, Suite  # noqa: E402
from ratio_chart import Panel, chart  # noqa: E402

def geomean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


class Results:
    """The times of everyone on every file, and the figures."""

    def __init__(self, results: dict, python_rivals: dict) -> None:
        self.files = results["files"]
        self.figures = results["figures"]
        self.versions = results["versions"] + [f"{name} {version}" for name, version in python_rivals["versions"].items()]
        for file in self.files:
            for times in ("nanoseconds", "medians"):
                file[times].update(python_rivals[times].get(file["name"], {}))

    def ratios(self, one: str, other: str, times: str = "nanoseconds") -> list[tuple[str, float]]:
        """How many times faster one is than the other, file by file, where both took part."""
        return [
            (file["name"], file[times][other] / file[times][one])
            for file in self.files
            if one in file[times] and other in file[times]
        ]


def first_match(path: str, pattern: str) -> str:
    try:
        match = re.search(pattern, Path(path).read_text(), re.MULTILINE)
    except OSError:
        return "unknown"
    return match.group(1).strip() if match else "unknown"


def machine() -> str:
    """The processor and the memory; nothing that identifies the machine."""
    model = first_match("/proc/cpuinfo", r"^model name\s*:\s*(.*)$")
    numbers = [first_match("/proc/cpuinfo", rf"^{name}\s*:\s*(\d+)$") for name in ("cpu family", "model")]
    memory = first_match("/proc/meminfo", r"^MemTotal:\s*(\d+)")
    gibibytes = f"{int(memory) / 2**20:.0f} GiB" if memory.isdigit() else "unknown"
    vectors = "AVX-512" if "avx512f" in first_match("/proc/cpuinfo", r"^flags\s*:\s*(.*)$") else "no AVX-512"
    return f"{model} (family {numbers[0]}, model {numbers[1]}, {vectors}), {os.cpu_count()} cores, {gibibytes} of memory"


def system() -> str:
    name = first_match("/etc/os-release", r'^PRETTY_NAME="?([^"\n]*)"?$')
    return f"{name}, Linux {os.uname().release.split('-')[0]}"


def load() -> str:
    """What else ran: on a quiet machine about 1."""
    return first_match("/proc/loadavg", r"^(\S+)")


def swift_version() -> str:
    output = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False).stdout
    match = re.search(r"Swift version (\S+)", output)
    return match.group(1) if match else "unknown"


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def package_versions(suite: Suite) -> list[str]:
    """For packages without a version in a header."""
    found = []
    for name, package in suite.packages.items():
        command = ["dpkg-query", "--show", "--showformat=${Version}", package]
        version = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        found.append(f"{name} {version.split(':')[-1].split('-')[0] or 'unknown'} (Debian's package)")
    return found


def speed_table(results: Results, suite: Suite) -> str:
    rows = []
    for name in suite.columns:
        amount = "pixels" if suite.counts_pixels else "bytes"
        cells = [file[amount] / file["nanoseconds"][name] * 1000 if name in file["nanoseconds"] else None
                 for file in results.files]
        if any(cells):
            rows.append([name] + ["–" if cell is None else f"{cell:,.0f}" for cell in cells])
    header = ["MP/s" if suite.counts_pixels else "MB/s"] + [file["name"] for file in results.files]
    return turned(header, rows, suite)


def ratio_table(results: Results, suite: Suite) -> str:
    rows = []
    for one, other in suite.ratios:
        ratios = dict(results.ratios(one, other))
        if ratios:
            cells = [f"{ratios[file['name']]:.2f}" if file["name"] in ratios else "–" for file in results.files]
            means = [geomean(list(some.values())) for some in (ratios, dict(results.ratios(one, other, "medians")))]
            rows.append([f"{one} / {other}"] + cells + [f"{mean:.2f}" for mean in means])
    return turned(
        ["ratio of speeds"] + [file["name"] for file in results.files] + ["geomean", "geomean of medians"], rows, suite
    )


def turned(header: list[str], rows: list[list[str]], suite: Suite) -> str:
    """A table with a column for each file, or, where they are many, with a row for each."""
    if not suite.has_many_files:
        return table(header, rows)
    columns = [header, *rows]
    return table([column[0] for column in columns], [list(cells) for cells in zip(*(column[1:] for column in columns))])


def files_table(results: Results) -> str:
    rows = [[file["name"], f"{file['bytes']:,}", file["summary"] + ("; generated" if file["isGenerated"] else "")]
            for file in results.files]
    return table(["file", "bytes", "what"], rows).replace("| ---: | ---: |", "| ---: | --- |")


def figures_table(results: Results) -> str:
    rows = []
    for figure in results.figures:
        at_most = figure["isAtMost"]
        reached = figure["value"] <= figure["bound"] if at_most else figure["value"] >= figure["bound"]
        bound = ("at most " if at_most else "at least ") + f"{figure['bound']:g}"
        name = figure["name"].removesuffix(", at most")
        rows.append([name, f"{figure['value']:.2f}", bound, "ok" if reached else "**short**"])
    return table(["figure", "value", "bound", ""], rows)


def losses(results: Results, suite: Suite) -> str:
    """Where a rival is ahead, in words."""
    sentences = []
    for one, other in suite.losses:
        behind = sorted((ratio, file) for file, ratio in results.ratios(one, other) if ratio < 1)
        if behind:
            listed = ", ".join(f"{file} ({ratio:.2f})" for ratio, file in behind)
            sentences.append(f"- **{other}** is ahead of “{one}” on {listed}.")
    short = [figure["name"] for figure in results.figures
             if (figure["value"] > figure["bound"]) == figure["isAtMost"] and figure["value"] != figure["bound"]]
    if short:
        sentences.append(f"- Not reached: {'; '.join(short)}.")
    return "\n".join(sentences) or "- On none of these files and tasks."


def document(results: Results, name: str) -> str:
    suite = SUITES[name]
    swift = f"Swift {swift_version()} with its own Foundation, `-O`"
    folder = Path(__file__).parent
    parts = {
        "name": name, "title": suite.title, "be": "are" if suite.title.endswith("s") else "is",
        "date": date.today().isoformat(), "machine": machine(), "load": load(), "system": system(),
        "versions": "; ".join([swift] + results.versions + package_versions(suite)),
        "unit": suite.unit,
        "speeds": speed_table(results, suite), "ratios": ratio_table(results, suite),
        "files": files_table(results), "figures": figures_table(results), "losses": losses(results, suite),
        "notes": (folder / f"{name}.notes.md").read_text().strip(),
        "about files": (folder / f"{name}.files.md").read_text().strip(),
    }
    template = (folder / "performance.template.md").read_text()
    return re.sub(r"\{\{([\w ]+)\}\}", lambda match: parts[match.group(1)], template)


def panels(results: Results, suite: Suite) -> list[Panel]:
    return [Panel(title, results.ratios(one, other)) for title, one, other in suite.panels]


def main() -> int:
    if len(sys.argv) != 5 or sys.argv[1] not in SUITES:
        print(__doc__, file=sys.stderr)
        return 2
    name = sys.argv[1]
    results = Results(*(json.loads(Path(path).read_text()) for path in sys.argv[2:4]))
    folder = Path(sys.argv[4])
    folder.mkdir(exist_ok=True)
    (folder / f"performance-{name}.md").write_text(document(results, name))
    shapes = chart("How many times faster Decant is", panels(results, SUITES[name]))
    (folder / f"performance-{name}.svg").write_text(shapes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
