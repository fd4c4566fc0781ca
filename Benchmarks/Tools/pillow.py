#!/usr/bin/env python3
"""Decodes one image with Pillow a given number of times, as a rival in a separate process.

Usage: pillow.py FILE

Prints the version of Pillow. Then reads a number of repetitions from each line of standard input, and prints their
processor time in nanoseconds. Every repetition decodes all frames to RGBA pixels and frees them.
"""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import PIL
from PIL import Image, ImageSequence

Image.MAX_IMAGE_PIXELS = None


def decode(file: bytes) -> None:
    with Image.open(io.BytesIO(file)) as image:
        frames = [frame.convert("RGBA") for frame in ImageSequence.Iterator(image)]
    del frames


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    file = Path(sys.argv[1]).read_bytes()
    print(PIL.__version__, flush=True)
    for line in sys.stdin:
        start = time.process_time_ns()
        for _ in range(int(line)):
            decode(file)
        print(time.process_time_ns() - start, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
