"""A small writer of JPEGs (ITU T.81), for Tests/Fixtures/generate-images: sequential and progressive, any sampling.

All quantization steps are 1, so that samples come back almost as they went in. The tables of codes are the simplest
ones: every symbol of a table has a code of the same length.
"""

import math
import struct

ZIGZAG = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]  # fmt: skip
# Codes of all ones are not allowed, so that a table of n bits has room for one symbol less.
DC_SYMBOLS, DC_BITS = list(range(12)), 4
AC_SYMBOLS, AC_BITS = [run << 4 | size for run in range(16) for size in range(11)], 8
END_OF_IMAGE = b"\xff\xd9"


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def jfif():
    return segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")


def adobe(transform):
    return segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, transform))


def exif(orientation):
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x112, 3, 1, orientation, 0) + b"\0\0\0\0"
    return segment(0xE1, b"Exif\0\0" + tiff)


def profile(number, count, data):
    return segment(0xE2, b"ICC_PROFILE\0" + bytes([number, count]) + data)


def quantization():
    return segment(0xDB, b"\0" + b"\1" * 64)


def codes(kind, symbols, bits):
    counts = [0] * 16
    counts[bits - 1] = len(symbols)
    return segment(0xC4, bytes([kind]) + bytes(counts) + bytes(symbols))


def tables():
    return quantization() + codes(0x00, DC_SYMBOLS, DC_BITS) + codes(0x10, AC_SYMBOLS, AC_BITS)


def frame(marker, width, height, samplings, precision=8):
    components = b"".join(bytes([number + 1, h << 4 | v, 0]) for number, (h, v) in enumerate(samplings))
    return segment(marker, struct.pack(">BHHB", precision, height, width, len(samplings)) + components)


def scan(components, start=0, end=63, high=0, low=0):
    chosen = b"".join(bytes([number + 1, 0]) for number in components)
    return segment(0xDA, bytes([len(components)]) + chosen + bytes([start, end, high << 4 | low]))


class Bits:
    """Bits from the highest, with a zero byte after each byte of ones."""

    def __init__(self):
        self.value, self.count, self.bytes = 0, 0, bytearray()

    def add(self, value, count):
        for position in range(count - 1, -1, -1):
            self.value = self.value << 1 | value >> position & 1
            self.count += 1
            if self.count == 8:
                self.bytes.append(self.value)
                if self.value == 0xFF:
                    self.bytes.append(0)
                self.value, self.count = 0, 0

    def finished(self):
        while self.count:
            self.add(1, 1)
        return bytes(self.bytes)

    def add_dc(self, difference):
        size = abs(difference).bit_length()
        self.add(DC_SYMBOLS.index(size), DC_BITS)
        self.add_value(difference, size)

    def add_ac(self, run, size):
        self.add(AC_SYMBOLS.index(run << 4 | size), AC_BITS)

    def add_value(self, value, size):
        self.add(value if value >= 0 else value + (1 << size) - 1, size)


def transformed(samples):
    """The coefficients of 64 samples (A.3.3) in the order of a scan."""
    cosines = [[math.cos((2 * x + 1) * u * math.pi / 16) for x in range(8)] for u in range(8)]
    norms = [math.sqrt(0.5)] + [1] * 7
    rows = [[sum((samples[8 * y + x] - 128) * cosines[u][x] for x in range(8)) for u in range(8)] for y in range(8)]
    values = [
        round(sum(rows[y][u] * cosines[v][y] for y in range(8)) * norms[u] * norms[v] / 4)
        for v in range(8) for u in range(8)
    ]
    return [values[position] for position in ZIGZAG]


class Image:
    """The coefficients of all components; `samples` gives the samples of all of them at a position."""

    def __init__(self, width, height, samplings, samples):
        self.samplings = samplings
        self.width, self.height = width, height
        most = [max(sampling[axis] for sampling in samplings) for axis in (0, 1)]
        self.across = -(-width // (8 * most[0]))
        self.down = -(-height // (8 * most[1]))
        self.blocks = []
        for number, (h, v) in enumerate(samplings):
            wide, high = most[0] // h, most[1] // v
            plane = {}
            for row in range(self.down * v):
                for column in range(self.across * h):
                    area = [
                        self.mean(samples, number, (8 * column + x) * wide, (8 * row + y) * high, wide, high)
                        for y in range(8) for x in range(8)
                    ]  # fmt: skip
                    plane[row, column] = transformed(area)
            self.blocks.append(plane)

    def mean(self, samples, number, x, y, wide, high):
        positions = [
            (min(x + i, self.width - 1), min(y + j, self.height - 1)) for i in range(wide) for j in range(high)
        ]
        return sum(samples(*position)[number] for position in positions) / len(positions)

    def order(self, components):
        """The blocks of a scan (A.2): in units of all components, or in rows if there is one only."""
        if len(components) == 1:
            number = components[0]
            h, v = self.samplings[number]
            most = [max(sampling[axis] for sampling in self.samplings) for axis in (0, 1)]
            columns = -(-(-(-self.width * h // most[0])) // 8)
            rows = -(-(-(-self.height * v // most[1])) // 8)
            return [[(number, self.blocks[number][row, column])] for row in range(rows) for column in range(columns)]
        return [
            [
                (number, self.blocks[number][row * v + j, column * h + i])
                for number in components
                for h, v in [self.samplings[number]]
                for j in range(v) for i in range(h)
            ]
            for row in range(self.down) for column in range(self.across)
        ]  # fmt: skip

    def sequential(self, components, restart=0):
        """A scan of whole blocks (F.1.2)."""
        data, bits = b"", Bits()
        before = dict.fromkeys(components, 0)
        for count, unit in enumerate(self.order(components)):
            if restart and count and count % restart == 0:
                data += bits.finished() + bytes([0xFF, 0xD0 + (count // restart - 1) % 8])
                bits, before = Bits(), dict.fromkeys(components, 0)
            for number, block in unit:
                bits.add_dc(block[0] - before[number])
                before[number] = block[0]
                add_coefficients(bits, block[1:], 0)
        return scan(components) + data + bits.finished()

    def progressive(self):
        """Scans that refine each other (G.1): twice the first coefficients, twice the others of each component."""
        everything = list(range(len(self.samplings)))
        bits, before = Bits(), dict.fromkeys(everything, 0)
        for unit in self.order(everything):
            for number, block in unit:
                bits.add_dc((block[0] >> 1) - before[number])
                before[number] = block[0] >> 1
        data = scan(everything, 0, 0, 0, 1) + bits.finished()
        for number in everything:
            for start, end in ((1, 5), (6, 63)):
                bits = Bits()
                for unit in self.order([number]):
                    add_coefficients(bits, unit[0][1][start : end + 1], 1)
                data += scan([number], start, end, 0, 1) + bits.finished()
        bits = Bits()
        for unit in self.order(everything):
            for _, block in unit:
                bits.add(block[0] & 1, 1)
        data += scan(everything, 0, 0, 1, 0) + bits.finished()
        for number in everything:
            bits = Bits()
            for unit in self.order([number]):
                refine(bits, unit[0][1][1:])
            data += scan([number], 1, 63, 1, 0) + bits.finished()
        return data


def add_coefficients(bits, values, low):
    """The coefficients after the first one, without their lowest bits: runs of zeros, and what ends them."""
    values = [math.trunc(value / (1 << low)) for value in values]
    run = 0
    last = max((position for position, value in enumerate(values) if value), default=-1)
    for value in values[: last + 1]:
        if value == 0:
            run += 1
            continue
        while run > 15:
            bits.add_ac(15, 0)
            run -= 16
        size = abs(value).bit_length()
        bits.add_ac(run, size)
        bits.add_value(value, size)
        run = 0
    if last + 1 < len(values):
        bits.add_ac(0, 0)


def refine(bits, values):
    """The lowest bits of coefficients (G.1.2.3): of those that are new, and of those that were there."""
    last = max((position for position, value in enumerate(values) if abs(value) == 1), default=-1)
    run, pending = 0, []
    for position, value in enumerate(values):
        if abs(value) > 1:
            pending.append(abs(value) & 1)
        elif value == 0 or position > last:
            run += 1
            if run == 16 and position < last:
                flush(bits, 15, 0, None, pending)
                run = 0
        else:
            flush(bits, run, 1, value > 0, pending)
            run = 0
    if run or pending:
        flush(bits, 0, 0, None, pending)


def flush(bits, run, size, sign, pending):
    bits.add_ac(run, size)
    if sign is not None:
        bits.add(int(sign), 1)
    for bit in pending:
        bits.add(bit, 1)
    pending.clear()


def inked(red, green, blue):
    """Inks as Adobe's programs store them: what they leave of the light, with as much black as possible."""
    black = max(red, green, blue)
    return tuple(round(value * 255 / black) if black else 255 for value in (red, green, blue)) + (black,)


def turned(inks):
    """Inks of which the first three are stored as brightness and differences of what they take."""
    return yccd(*(255 - ink for ink in inks[:3])) + inks[3:]


def yccd(red, green, blue):
    """The color as brightness and two differences (JFIF 1.02)."""
    return (
        0.299 * red + 0.587 * green + 0.114 * blue,
        128 - 0.168736 * red - 0.331264 * green + 0.5 * blue,
        128 + 0.5 * red - 0.418688 * green - 0.081312 * blue,
    )
