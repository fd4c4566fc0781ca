"""Writes TIFF and BigTIFF files for tests: directories of fields, and the data they point to."""

import struct
import zlib

SHORT, LONG, RATIONAL, UNDEFINED, LONG8 = 3, 4, 5, 7, 16
SIZES = {SHORT: "H", LONG: "I", UNDEFINED: "B", LONG8: "Q"}

WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC = 256, 257, 258, 259, 262
STRIP_OFFSETS, ORIENTATION, SAMPLES, ROWS_PER_STRIP, STRIP_COUNTS = 273, 274, 277, 278, 279
PLANAR, PREDICTOR, COLOR_MAP = 284, 317, 320
TILE_WIDTH, TILE_HEIGHT, TILE_OFFSETS, TILE_COUNTS = 322, 323, 324, 325
EXTRA, FORMAT, SUBSAMPLING, PROFILE = 338, 339, 530, 34675


class Writer:
    """Writes pages one after the other."""

    def __init__(self, order="<", big=False):
        self.order, self.big = order, big
        mark = b"II" if order == "<" else b"MM"
        head = struct.pack(order + "HHHQ", 43, 8, 0, 0) if big else struct.pack(order + "HI", 42, 0)
        self.body = bytearray(mark + head)
        self.link = 8 if big else 4

    def put(self, data):
        """Adds data at an even offset, and returns the offset."""
        self.body += b"\0" * (len(self.body) % 2)
        offset = len(self.body)
        self.body += data
        return offset

    def page(self, fields, chunks=(), tiled=False):
        """Adds a directory, with the strips or tiles before it."""
        fields = dict(fields)
        if chunks:
            fields[TILE_OFFSETS if tiled else STRIP_OFFSETS] = (LONG, [self.put(chunk) for chunk in chunks])
            fields[TILE_COUNTS if tiled else STRIP_COUNTS] = (LONG, [len(chunk) for chunk in chunks])
        entries = b""
        inside, long = (8, "Q") if self.big else (4, "I")
        for tag, (kind, values) in sorted(fields.items()):
            data = struct.pack(self.order + str(len(values)) + SIZES[kind], *values)
            if len(data) > inside:
                data = struct.pack(self.order + long, self.put(data))
            entries += struct.pack(self.order + "HH" + long, tag, kind, len(values)) + data.ljust(inside, b"\0")
        count = struct.pack(self.order + ("Q" if self.big else "H"), len(fields))
        offset = self.put(count + entries + bytes(inside))
        self.point(offset)
        self.link = len(self.body) - inside

    def point(self, offset):
        """Links the last directory to the one at an offset."""
        long = "Q" if self.big else "I"
        struct.pack_into(self.order + long, self.body, self.link, offset)


def packbits(data):
    """Literal runs only, but for one that repeats."""
    packed = b"".join(bytes([len(data[at : at + 5]) - 1]) + data[at : at + 5] for at in range(0, len(data) - 3, 5))
    done = len(range(0, len(data) - 3, 5)) * 5
    return packed + b"".join(bytes([0, byte]) for byte in data[done:])


def lzw(data):
    """Codes of nine bits for single bytes, and a clear code in time."""
    codes = []
    for offset, byte in enumerate(data):
        if offset % 200 == 0:
            codes.append(256)
        codes.append(byte)
    codes.append(257)
    bits = "".join(f"{code:09b}" for code in codes)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def differences(row, step):
    """A row as differences from the pixel to the left."""
    return bytes((value - (row[offset - step] if offset >= step else 0)) & 255 for offset, value in enumerate(row))


def deflate(data):
    return zlib.compress(data, 9)
