#!/usr/bin/env python3
"""Measures the processor time and the peak memory of programs that read a HAR file, in turn.

Usage: captures.py BENCH DECANT FOLDER [ROUNDS]
  BENCH    the program CaptureBench
  DECANT   the command decant; its table is not measured if it is missing
  FOLDER   for the HAR files, which are kept
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


def run(command):
    """Returns the processor seconds and the peak memory in MiB."""
    with open(os.devnull, "w") as null:
        process = subprocess.Popen(command, stdout=null, stderr=null)
        _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def archive(folder, size):
    path = folder / f"{size}.har"
    if not path.exists():
        subprocess.run([sys.executable, HERE / "make_har.py", path, str(size)], check=True, stdout=sys.stderr)
    return path


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
        if shutil.which("jq"):
            commands["jq"] = ["jq", "-c", JQ, small]
    try:
        subprocess.run([sys.executable, "-c", "import haralyzer"], check=True, capture_output=True)
        commands["haralyzer"] = [sys.executable, "-c", HARALYZER, small]
    except subprocess.CalledProcessError:
        print("note: without haralyzer", file=sys.stderr)
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
    if "haralyzer" in median and "table" in median:
        figure("table of 100 MB / haralyzer", median["haralyzer"] / median["table"], 1)
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
