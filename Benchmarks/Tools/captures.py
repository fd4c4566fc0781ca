#!/usr/bin/env python3
"""Measures the processor time and the peak memory of programs that read HAR files and web archives, in turn.

Usage: captures.py BENCH DECANT FOLDER [ROUNDS]
  BENCH    the program CaptureBench
  DECANT   the command decant; its table is not measured if it is missing
  FOLDER   for the files, which are kept
Prints a line for each figure: name, value, bound, and "ok" or "short", separated by tabs.
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
JQ = ".log.entries[] | [.response.status, .response.content.mimeType]"
HARALYZER = """
import json, sys
from haralyzer import HarParser
har = HarParser(json.load(open(sys.argv[1])))
print(sum(1 for page in har.pages for entry in page.entries if entry.response.status and entry.response.mimeType))
"""
# Reads all heads and payloads; chunks are joined.
WARCIO = """
import sys
from warcio.archiveiterator import ArchiveIterator
with open(sys.argv[1], "rb") as file:
    print(sum(len(record.content_stream().read()) for record in ArchiveIterator(file)))
"""
FASTWARC = """
import sys
from fastwarc import ArchiveIterator
print(sum(len(record.reader.read()) for record in ArchiveIterator(sys.argv[1], parse_http=True)))
"""
MAKERS = {".har": "make_har.py", ".warc": "make_warc.py", ".warc.gz": "make_warc.py"}
TYPES = ["html", "json", "xml", "image"]


def run(command):
    """Returns the processor seconds and the peak memory in MiB."""
    with open(os.devnull, "w") as null:
        process = subprocess.Popen(command, stdout=null, stderr=null)
        _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def archive(folder, size, ending=".har", *kind):
    path = folder / ".".join([f"{size}", *kind, ending[1:]])
    if not path.exists():
        subprocess.run([sys.executable, HERE / MAKERS[ending], path, str(size), *kind], check=True, stdout=sys.stderr)
    return path


def has_module(name):
    """Returns whether Python has a rival."""
    if subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode == 0:
        return True
    print(f"note: without {name}", file=sys.stderr)
    return False


def figure(name, value, bound, at_most=False):
    fits = value <= bound if at_most else value >= bound
    print(name, f"{value:.2f}", bound, "ok" if fits else "short", sep="\t")
    return fits


def main():
    bench, decant, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    folder.mkdir(parents=True, exist_ok=True)
    large, small = archive(folder, 200), archive(folder, 100)
    commands = {"har": [bench, "har", large], "document": [bench, "document", large]}
    if shutil.which(decant):
        commands["table"] = [decant, small]
        for mode in ("hidden", "--keep-values"):
            options = ["--output", folder / "written.har"] + ([mode] if mode.startswith("--") else [])
            commands[mode] = [decant, small, *options]
        # About 10,000 entries.
        many = archive(folder, 325)
        commands["many"], commands["page"] = [decant, many], [decant, "report", many, "--output", "-"]
        if shutil.which("jq"):
            commands["jq"] = ["jq", "-c", JQ, small]
    if has_module("haralyzer"):
        commands["haralyzer"] = [sys.executable, "-c", HARALYZER, small]
    for ending in (".warc.gz", ".warc"):
        file = archive(folder, 100, ending)
        commands[f"warc{ending}"] = [bench, "warc", file]
        for name, program in (("warcio", WARCIO), ("fastwarc", FASTWARC)):
            if has_module(name):
                commands[f"{name}{ending}"] = [sys.executable, "-c", program, file]
    commands["decode.warc.gz"] = [bench, "decode", archive(folder, 100, ".warc.gz")]
    if shutil.which(decant):
        for jobs in ("1", "2"):
            commands[f"--jobs {jobs}"] = [decant, "--report", "--jobs", jobs, archive(folder, 100, ".warc.gz")]
        for kind in TYPES:
            commands[kind] = [decant, "--report", archive(folder, 100, ".warc.gz", kind)]
    seconds, memory = {name: [] for name in commands}, {}
    for _ in range(rounds):
        for name, command in commands.items():
            time, peak = run(command)
            seconds[name].append(time)
            memory[name] = max(memory.get(name, 0), peak)
    median = {name: statistics.median(times) for name, times in seconds.items()}
    for name, time in median.items():
        print(f"note: {name}: {time:.3f} s, peak {memory[name]:.1f} MiB", file=sys.stderr)
    ok = figure("HAR of 200 MB / the document", median["document"] / median["har"], 0.5)
    ok &= figure("peak MiB for 200 MB, at most", memory["har"], 32, at_most=True)
    if "jq" in median:
        ok &= figure("table of 100 MB / jq", median["jq"] / median["table"], 4)
    if "hidden" in median:
        ok &= figure("values hidden in 100 MB / table", median["hidden"] / median["table"], 3, at_most=True)
    if "page" in median:
        ok &= figure("page of 10,000 entries / table", median["page"] / median["many"], 1.6, at_most=True)
    if "haralyzer" in median and "table" in median:
        figure("table of 100 MB / haralyzer", median["haralyzer"] / median["table"], 1)
    for name, rival, ending, bound in (
        ("warc", "warcio", ".warc.gz", 4), ("warc", "fastwarc", ".warc.gz", 1.2),
        ("decode", "fastwarc", ".warc.gz", 0.6), ("warc", "fastwarc", ".warc", 1),
    ):
        if rival + ending in median:
            title = f"{name}, {ending[1:]} of 100 MB / {rival}"
            ok &= figure(title, median[rival + ending] / median[name + ending], bound)
    largest = max(memory[name] for name in memory if name.startswith(("warc.", "decode.")))
    ok &= figure("peak MiB for a web archive of 100 MB, at most", largest, 32, at_most=True)
    if shutil.which(decant):
        ok &= figure("--jobs 2 / --jobs 1, at most", median["--jobs 2"] / median["--jobs 1"], 1.1, at_most=True)
        for kind in TYPES:
            print(f"note: report of 1 GB of records, {kind}: {median[kind] * 10:.1f} s", file=sys.stderr)
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
