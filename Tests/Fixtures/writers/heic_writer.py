"""Writes HEICs for Tests/Fixtures/generate-images, around images that libheif's `heif-enc` compresses with x265."""

import pathlib
import shutil
import struct
import subprocess
import tempfile
import zlib

ENCODER = shutil.which("heif-enc")


def png(width, height, color, depth, pixel):
    """A PNG whose pixels are bytes that a function of column and row returns."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def encode(*pngs, options=()):
    """The HEIC that `heif-enc` makes of some PNGs."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, data in enumerate(pngs):
            names.append(f"{folder}/{number}.png")
            pathlib.Path(names[-1]).write_bytes(data)
        command = [ENCODER, *options, *names, "-o", f"{folder}/all.heic"]
        subprocess.run(command, check=True, capture_output=True)
        return pathlib.Path(f"{folder}/all.heic").read_bytes()


LOSSLESS = ("-L", "-p", "chroma=444", "--matrix_coefficients=0")


def boxes(data, start=0, end=None):
    end = len(data) if end is None else end
    while start < end:
        (length,) = struct.unpack(">I", data[start : start + 4])
        yield data[start + 4 : start + 8], start + 8, start + length
        start += length


def find(data, *names, start=0, end=None):
    """The range of the content of nested boxes, the first of each name."""
    for name in names:
        start, end = next((s, e) for kind, s, e in boxes(data, start, end) if kind == name)
        start += 4 if name == b"meta" else 0
    return start, end


def coded(image):
    """The configuration and the data of a HEIC with one item that is coded with HEVC."""
    start, end = find(image, b"meta", b"iprp", b"ipco", b"hvcC")
    first, last = find(image, b"mdat")
    return image[start:end], image[first:last]


def sequence_range(configuration):
    """The range of the sequence parameter set in the configuration of a decoder."""
    start = configuration.index(b"\x42\x01\x01")
    (length,) = struct.unpack(">H", configuration[start - 2 : start])
    return start, start + length


def sequence(configuration, chroma=1, planes="", width=64, height=64, window=None, depths=(0, 0)):
    """The sequence parameter set of an image of 64 by 64 pixels, with other fields (ITU-T H.265 section 7.3.2.2)."""

    def number(value):
        digits = f"{value + 1:b}"
        return "0" * (len(digits) - 1) + digits

    def fields(chroma, planes, width, height, window, depths):
        offsets = "0" if window is None else "1" + "".join(map(number, window))
        return number(chroma) + planes + number(width) + number(height) + offsets + "".join(map(number, depths))

    start, end = sequence_range(configuration)
    raw = configuration[start + 2 : end].replace(b"\0\0\3", b"\0\0")
    bits = "".join(f"{byte:08b}" for byte in raw)
    # The profile takes 104 bits, and the identifier one.
    head, rest = bits[:105], bits[105:]
    old = fields(1, "", 64, 64, None, (0, 0))
    assert rest.startswith(old)
    bits = head + fields(chroma, planes, width, height, window, depths) + rest[len(old) :]
    bits += "0" * (-len(bits) % 8)
    escaped = bytearray()
    for index in range(0, len(bits), 8):
        byte = int(bits[index : index + 8], 2)
        if byte <= 3 and escaped[-2:] == b"\0\0":
            escaped.append(3)
        escaped.append(byte)
    return b"\x42\x01" + bytes(escaped)


def with_sequence(configuration, sequence, copies=1):
    """The configuration of a decoder with another sequence parameter set, or several."""
    start, end = sequence_range(configuration)
    unit = struct.pack(">H", len(sequence)) + sequence
    return configuration[: start - 4] + struct.pack(">H", copies) + unit * copies + configuration[end:]


def box(name, *parts):
    data = b"".join(parts)
    return struct.pack(">I", len(data) + 8) + name + data


def full(name, version, *parts, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def extent(width, height):
    return full(b"ispe", 0, struct.pack(">II", width, height))


def aperture(width, height, x, y):
    """A clean aperture, with the offset of its center in halves."""
    return box(b"clap", struct.pack(">IIIIiIiI", width, 1, height, 1, x, 2, y, 2))


def alpha_type():
    return full(b"auxC", 0, b"urn:mpeg:hevc:2015:auxid:1\0")


def grid(rows, columns, width, height):
    return bytes([0, 0, rows - 1, columns - 1]) + struct.pack(">HH", width, height)


class Item:
    def __init__(self, kind, data, *properties):
        self.kind, self.data, self.properties = kind, data, properties


def image(size, compressed, *properties):
    """An item that is coded with HEVC."""
    configuration, data = compressed
    return Item(b"hvc1", data, box(b"hvcC", configuration), extent(*size), *properties)


def heic(items, references=(), brand=b"heic", primary=1):
    """A HEIC of items, which have the IDs 1 and up, and of references: a name, an ID, and the IDs that it leads to."""
    properties, associations, entries = [], [], []
    for number, item in enumerate(items, 1):
        indices = []
        for each in item.properties:
            if each not in properties:
                properties.append(each)
            indices.append(properties.index(each) + 1)
        associations.append(struct.pack(">HB", number, len(indices)) + bytes(indices))
        entries.append(full(b"infe", 2, struct.pack(">HH4s", number, 0, item.kind), b"\0"))

    def meta(start):
        locations = []
        for number, item in enumerate(items, 1):
            locations.append(struct.pack(">HHHII", number, 0, 1, start, len(item.data)))
            start += len(item.data)
        links = [
            box(name, struct.pack(">HH", one, len(to)), struct.pack(f">{len(to)}H", *to))
            for name, one, to in references
        ]
        return full(
            b"meta", 0,
            full(b"hdlr", 0, struct.pack(">I4s", 0, b"pict"), bytes(13)),
            full(b"pitm", 0, struct.pack(">H", primary)),
            full(b"iloc", 0, struct.pack(">BBH", 0x44, 0, len(items)), *locations),
            full(b"iinf", 0, struct.pack(">H", len(items)), *entries),
            *([full(b"iref", 0, *links)] if links else []),
            box(b"iprp", box(b"ipco", *properties), full(b"ipma", 0, struct.pack(">I", len(items)), *associations)),
        )  # fmt: skip

    kind = box(b"ftyp", brand, bytes(4), b"mif1heic")
    start = len(kind) + len(meta(0)) + 8
    return kind + meta(start) + box(b"mdat", *(item.data for item in items))
