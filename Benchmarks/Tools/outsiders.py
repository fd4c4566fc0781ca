#!/usr/bin/env python3
"""Times Python's json and orjson on every file of a folder, as the rivals in other languages.

Usage: outsiders.py FOLDER

Prints a JSON object: the versions, and for each file the median nanoseconds of each library. Both take turns in every
round, a sample takes about 20 ms, the result is freed inside of what is timed, and the clock is the processor time of
the thread, as in the program SideBySide.
"""

from __future__ import annotations

import json
import platform
import statistics
import sys
import time
from pathlib import Path
from typing import Callable

ROUNDS = 9
SAMPLE_NANOSECONDS = 20_000_000


def libraries() -> dict[str, tuple[str, Callable[[bytes], object]]]:
    found = {"Python json": (platform.python_version(), json.loads)}
    try:
        import orjson
    except ImportError:
        print("skipped, not installed: orjson", file=sys.stderr)
    else:
        found["orjson"] = (orjson.__version__, orjson.loads)
    return found


def sample(loads: Callable[[bytes], object], text: bytes, count: int) -> int:
    start = time.thread_time_ns()
    for _ in range(count):
        loads(text)
    return time.thread_time_ns() - start


def calibrated(loads: Callable[[bytes], object], text: bytes) -> int:
    count = 1
    while (taken := sample(loads, text, count)) < SAMPLE_NANOSECONDS:
        count = count * 10 if taken < 1_000_000 else max(count + 1, count * SAMPLE_NANOSECONDS // taken)
    return count


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    rivals = libraries()
    files = {}
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        text = path.read_bytes()
        counts = {name: calibrated(loads, text) for name, (_, loads) in rivals.items()}
        samples = {name: [] for name in rivals}
        for _ in range(ROUNDS):
            for name, (_, loads) in rivals.items():
                samples[name].append(sample(loads, text, counts[name]) / counts[name])
        files[path.stem] = {name: statistics.median(times) for name, times in samples.items()}
    versions = {name: version for name, (version, _) in rivals.items()}
    json.dump({"versions": versions, "nanoseconds": files}, sys.stdout, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
