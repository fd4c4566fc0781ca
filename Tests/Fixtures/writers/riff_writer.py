"""Writes the containers of WebP around compressed images of Pillow, for the fixtures of the tests."""

import io
import struct


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def riff(*chunks, longer=0):
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body) + longer) + body


def three(number):
    return struct.pack("<I", number)[:3]


def extended(width, height, alpha=False, animation=False, profile=False, exif=False):
    flags = profile << 5 | alpha << 4 | exif << 3 | animation << 1
    return chunk(b"VP8X", bytes([flags, 0, 0, 0]) + three(width - 1) + three(height - 1))


def animation(plays, background=b"\xff\0\xff\xff"):
    return chunk(b"ANIM", background + struct.pack("<H", plays))


def frame(x, y, width, height, delay, image, clears=False, blends=True):
    head = three(x // 2) + three(y // 2) + three(width - 1) + three(height - 1) + three(delay)
    return chunk(b"ANMF", head + bytes([(not blends) << 1 | clears]) + b"".join(image))


def image_chunks(image, **options):
    """The chunks that Pillow makes of an image, without those around them."""
    file = io.BytesIO()
    image.save(file, "WEBP", **options)
    data, offset, chunks = file.getvalue(), 12, []
    while offset < len(data):
        (length,) = struct.unpack("<I", data[offset + 4 : offset + 8])
        if data[offset : offset + 4] in (b"VP8 ", b"VP8L", b"ALPH"):
            chunks.append(chunk(data[offset : offset + 4], data[offset + 8 : offset + 8 + length]))
        offset += 8 + length + length % 2
    return chunks
