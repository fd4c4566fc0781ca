#!/usr/bin/env python3
"""Times the Python libraries for a format on every file of a folder, as rivals in another language.

Usage: python_rivals.py json|xml|plist|codings|streams FOLDER

Prints a JSON object: the versions, and for each file and library the shortest and the median time in nanoseconds. As
in the program SideBySide, all libraries take turns in every round, a sample takes about 20 ms, the time includes
freeing the result, and the clock is the processor time of the thread.
"""

from __future__ import annotations

import email
import importlib
import io
import json
import platform
import plistlib
import statistics
import sys
import time
import xml.etree.ElementTree
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Callable

ROUNDS = 9
# The minimum duration of the rounds, long enough for quick packages to find a quiet moment.
LEAST_SECONDS = 5
SAMPLE_NANOSECONDS = 20_000_000
# A longer stream is equivalent to a repeated shorter one.
LARGEST = 100_000_000

Read = Callable[[bytes], object]
PYTHON = platform.python_version()


def installed(module: str, function: str, version: Callable[[object], str]) -> dict[str, tuple[str, Read]]:
    """Returns a library outside Python's standard library, or None if it is not installed."""
    name = module.split(".")[0]
    try:
        library = importlib.import_module(module)
    except ImportError:
        print(f"skipped, not installed: {name}", file=sys.stderr)
        return {}
    return {name: (version(library), getattr(library, function))}


def json_libraries() -> dict[str, tuple[str, Read]]:
    return {"Python json": (PYTHON, json.loads)} | installed("orjson", "loads", lambda library: library.__version__)


def xml_libraries() -> dict[str, tuple[str, Read]]:
    own = {"ElementTree": (PYTHON, xml.etree.ElementTree.fromstring)}
    return own | installed("lxml.etree", "fromstring", lambda library: ".".join(map(str, library.LXML_VERSION[:3])))


def property_list_libraries() -> dict[str, tuple[str, Read]]:
    return {"plistlib": (PYTHON, plistlib.loads)}


def coding_libraries() -> dict[str, tuple[str, Read]]:
    """Returns zlib-ng for gzip, and the packages for br and zstd; each is timed on the files that it can read."""
    readers = {
        "zlib-ng": ("zlib_ng.zlib_ng", lambda library: lambda data: library.decompress(data, 31)),
        "brotli": ("brotli", lambda library: library.decompress),
        "zstandard": (
            "zstandard", lambda library: lambda data: library.ZstdDecompressor().decompressobj().decompress(data),
        ),
    }
    found = {}
    for name, (module, make) in readers.items():
        try:
            found[name] = (version(name), make(importlib.import_module(module)))
        except ImportError:
            print(f"skipped, not installed: {name}", file=sys.stderr)
    return found


def sse_reader(library: ModuleType) -> Read:
    decoders = importlib.import_module("httpx_sse._decoders")

    def read(data: bytes) -> list[object]:
        if not data.startswith(b"data:"):
            raise ValueError("not a stream of events")
        lines, events = decoders.SSELineDecoder(), decoders.SSEDecoder()
        text = data.decode()
        found = map(events.decode, lines.decode(text) + lines.flush())
        return [event for event in found if event is not None]

    return read


def line_reader(library: ModuleType) -> Read:
    fields = [
        ("id", int), ("guid", str), ("name", str), ("balance", float), ("active", bool), ("tags", list[str]),
        ("registered", str), ("about", str),
    ]
    return library.json.Decoder(library.defstruct("Row", fields)).decode_lines


def element_reader(library: ModuleType) -> Read:
    def read(data: bytes) -> int:
        count = sum(1 for _ in library.items(io.BytesIO(data), "data.items.item"))
        if count == 0:
            raise ValueError("no elements")
        return count

    return read


def boundary(data: bytes) -> bytes:
    if not data.startswith(b"--"):
        raise ValueError("not a multipart body")
    return data[2 : data.index(b"\r\n")]


def part_reader(library: ModuleType) -> Read:
    """Returns a reader of whole parts; python-multipart itself calls back with pieces of heads and bodies."""
    def read(data: bytes) -> list[bytes]:
        parts, pieces = [], []
        callbacks = {
            "on_part_data": lambda chunk, start, end: pieces.append(chunk[start:end]),
            "on_part_end": lambda: (parts.append(b"".join(pieces)), pieces.clear()),
        }
        parser = library.MultipartParser(boundary(data), callbacks)
        for start in range(0, len(data), 1 << 16):
            parser.write(data[start : start + (1 << 16)])
        parser.finalize()
        return parts

    return read


def message_reader(data: bytes) -> list[object]:
    head = b"Content-Type: multipart/mixed; boundary=" + boundary(data) + b"\r\n\r\n"
    return email.message_from_bytes(head + data).get_payload()


def stream_libraries() -> dict[str, tuple[str, Read]]:
    """Returns the packages for events, JSON Lines, elements, and parts, each for streams that it can read."""
    readers = {"httpx-sse": sse_reader, "msgspec": line_reader, "ijson": element_reader, "python-multipart": part_reader}
    found = {"Python email": (PYTHON, message_reader)}
    for name, make in readers.items():
        try:
            found[name] = (version(name), make(importlib.import_module(name.replace("-", "_"))))
        except ImportError:
            print(f"skipped, not installed: {name}", file=sys.stderr)
    return found


def takes_part(read: Read, text: bytes) -> bool:
    try:
        read(text)
    except Exception:  # noqa: BLE001  Each package has an error of its own, derived from nothing else.
        return False
    return True


LIBRARIES = {
    "json": json_libraries, "xml": xml_libraries, "plist": property_list_libraries, "codings": coding_libraries,
    "streams": stream_libraries,
}


def sample(read: Read, text: bytes, count: int) -> int:
    start = time.thread_time_ns()
    for _ in range(count):
        read(text)
    return time.thread_time_ns() - start


def calibrated(read: Read, text: bytes) -> int:
    count = 1
    while (taken := sample(read, text, count)) < SAMPLE_NANOSECONDS:
        count = count * 10 if taken < 1_000_000 else max(count + 1, count * SAMPLE_NANOSECONDS // taken)
    return count


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[1] not in LIBRARIES:
        print(__doc__, file=sys.stderr)
        return 2
    rivals = LIBRARIES[sys.argv[1]]()
    files, medians = {}, {}
    for path in sorted(Path(sys.argv[2]).iterdir()):
        if path.stat().st_size > LARGEST:
            continue
        text = path.read_bytes()
        readers = {name: read for name, (_, read) in rivals.items() if takes_part(read, text)}
        counts = {name: calibrated(read, text) for name, read in readers.items()}
        samples = {name: [] for name in readers}
        end = time.monotonic() + LEAST_SECONDS
        rounds = 0
        while readers and (rounds < ROUNDS or time.monotonic() < end):
            rounds += 1
            for name, read in readers.items():
                samples[name].append(sample(read, text, counts[name]) / counts[name])
        files[path.name] = {name: min(times) for name, times in samples.items()}
        medians[path.name] = {name: statistics.median(times) for name, times in samples.items()}
    versions = {name: number for name, (number, _) in rivals.items()}
    json.dump({"versions": versions, "nanoseconds": files, "medians": medians}, sys.stdout, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
