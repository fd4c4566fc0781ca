#!/usr/bin/env python3
"""Writes the performance document of a format, and its chart, from the results of Scripts/bench.

Usage: report.py json|xml|plist|images|codings|streams RESULTS RIVALS FOLDER

RESULTS is the record of the program SideBySide, RIVALS the output of python_rivals.py. Writes performance-FORMAT.md,
performance-FORMAT.svg, and every figure as performance-FORMAT.tsv into FOLDER. FORMAT.notes.md beside this program has
the remarks for the page.
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
from suites import DECODER, SUITES, Suite  # noqa: E402
from ratio_chart import Panel, chart  # noqa: E402

def geomean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


class Results:
    """The times of all competitors on all files, and the figures."""

    def __init__(self, results: dict, python_rivals: dict) -> None:
        self.files = results["files"]
        self.figures = results["figures"]
        rivals = [f"{name} {version}" for name, version in python_rivals["versions"].items()]
        self.versions = results["versions"] + rivals
        for file in self.files:
            for times in ("nanoseconds", "medians"):
                file[times].update(python_rivals[times].get(file["name"], {}))

    def ratios(self, one: str, other: str, times: str = "nanoseconds") -> list[tuple[str, float]]:
        """Returns the speed ratio of two competitors for each file that both have read."""
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
    """Returns the processor and the memory, without identifying the machine."""
    model = first_match("/proc/cpuinfo", r"^model name\s*:\s*(.*)$")
    numbers = [first_match("/proc/cpuinfo", rf"^{name}\s*:\s*(\d+)$") for name in ("cpu family", "model")]
    memory = first_match("/proc/meminfo", r"^MemTotal:\s*(\d+)")
    gibibytes = f"{int(memory) / 2**20:.0f} GiB" if memory.isdigit() else "unknown"
    vectors = "AVX-512" if "avx512f" in first_match("/proc/cpuinfo", r"^flags\s*:\s*(.*)$") else "no AVX-512"
    cores = os.cpu_count()
    return f"{model} (family {numbers[0]}, model {numbers[1]}, {vectors}), {cores} cores, {gibibytes} of memory"


def system() -> str:
    name = first_match("/etc/os-release", r'^PRETTY_NAME="?([^"\n]*)"?$')
    return f"{name}, Linux {os.uname().release.split('-')[0]}"


def load() -> str:
    """Returns the system load; about 1 on a quiet machine."""
    return first_match("/proc/loadavg", r"^(\S+)")


def swift_version() -> str:
    output = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False).stdout
    match = re.search(r"Swift version (\S+)", output)
    return match.group(1) if match else "unknown"


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def package_versions(suite: Suite) -> list[str]:
    """Returns the versions of packages that have no version in a header."""
    found = []
    for name, package in suite.packages.items():
        command = ["dpkg-query", "--show", "--showformat=${Version}", package]
        version = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        found.append(f"{name} {version.split(':')[-1].split('-')[0] or 'unknown'} (Debian's package)")
    return found


def summary_table(results: Results, suite: Suite) -> str:
    rows = []
    for one, other in suite.ratios:
        ratios = results.ratios(one, other)
        if ratios:
            (least, least_file), (most, most_file) = min((r, f) for f, r in ratios), max((r, f) for f, r in ratios)
            rows.append([
                f"{one} / {other}", f"{geomean([ratio for _, ratio in ratios]):.2f}",
                f"{geomean([ratio for _, ratio in results.ratios(one, other, 'medians')]):.2f}",
                f"{least:.2f} ({least_file})", f"{most:.2f} ({most_file})",
            ])
    return table(["ratio of speeds", "geometric mean", "by medians", "least", "greatest"], rows)


def programs_table(results: Results, suite: Suite) -> str:
    """Returns the section about typical programs; empty if the format has no such figures."""
    values = {figure["name"]: figure["value"] for figure in results.figures}
    rows = [[words, f"{values[name]:.1f}"] for name, words in suite.programs if name in values]
    if not rows:
        return ""
    return "\n## In programs\n\n" + table([f"`Decodable` with / {DECODER}", "ratio of speeds"], rows) + "\n"


def all_figures(results: Results, suite: Suite) -> str:
    """Returns every file, ratio, speed, and bound, one per line."""
    unit, amount = ("MP/s", "pixels") if suite.counts_pixels else ("MB/s", "bytes")
    lines = ["kind\tfile\tname\tvalue\tbound"]
    for file in results.files:
        summary = file["summary"] + ("; generated" if file["isGenerated"] else "")
        lines.append(f"bytes\t{file['name']}\t{summary}\t{file['bytes']}\t")
    for one, other in suite.ratios:
        lines += [f"ratio\t{file}\t{one} / {other}\t{ratio:.2f}\t" for file, ratio in results.ratios(one, other)]
    for file in results.files:
        times = file["nanoseconds"]
        lines += [f"{unit}\t{file['name']}\t{name}\t{file[amount] / times[name] * 1000:.0f}\t"
                  for name in suite.columns if name in times]
    for figure in results.figures:
        bound = f"{'at most' if figure['isAtMost'] else 'at least'} {figure['bound']:g}"
        lines.append(f"figure\t\t{figure['name'].removesuffix(', at most')}\t{figure['value']:.2f}\t{bound}")
    return "\n".join(lines) + "\n"


def losses(results: Results, suite: Suite) -> str:
    """Returns the comparisons where a rival is faster, in words."""
    sentences = []
    for one, other in suite.losses:
        behind = sorted((ratio, file) for file, ratio in results.ratios(one, other) if ratio < 1)
        if behind:
            listed = ", ".join(f"{file} ({ratio:.2f})" for ratio, file in behind[:4])
            count = f"{len(behind)} files, most on " if len(behind) > 4 else ""
            sentences.append(f"- **{other}** is ahead of “{one}” on {count}{listed}.")
    return "\n".join(sentences) or "- On none of these files and tasks."


def document(results: Results, name: str) -> str:
    suite = SUITES[name]
    swift = f"Swift {swift_version()} with its own Foundation, `-O`"
    folder = Path(__file__).parent
    parts = {
        "name": name, "title": suite.title, "be": "are" if suite.title.endswith("s") else "is",
        "date": date.today().isoformat(), "machine": machine(), "load": load(), "system": system(),
        "versions": "; ".join([swift] + results.versions + package_versions(suite)),
        "summary": summary_table(results, suite), "programs": programs_table(results, suite),
        "losses": losses(results, suite),
        "notes": (folder / f"{name}.notes.md").read_text().strip(),
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
    (folder / f"performance-{name}.tsv").write_text(all_figures(results, SUITES[name]))
    shapes = chart("How many times faster Decant is", panels(results, SUITES[name]))
    (folder / f"performance-{name}.svg").write_text(shapes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
