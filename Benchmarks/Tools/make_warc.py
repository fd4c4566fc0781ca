#!/usr/bin/env python3
"""Writes a web archive as a crawler does, always the same for a size.

Usage: make_warc.py FILE MEGABYTES [html|json|xml|image]

MEGABYTES counts the records before compression. A file whose name ends with `.gz` has a gzip member for each record.
Each capture is a request, a response, and metadata. Of the bodies, 70 % are HTML, 15 % JSON, 5 % XML, and 10 % images;
they have 2 to 60 kB, and one in five is chunked. With a type, all bodies have it.
"""
import json
import random
import struct
import sys
import zlib

from make_har import WORDS, html_body, json_body, text

PNG = b"\x89PNG\r\n\x1a\n"


def xml_body(random, length):
    rows = "".join(f'<item id="{n}"><title>{text(random, 60)}</title></item>' for n in range(max(1, length // 110)))
    return "application/xml", f'<?xml version="1.0" encoding="UTF-8"?><feed>{rows}</feed>', None


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def image_body(random, length):
    side = max(8, int((length / 3) ** 0.5))
    rows = b"".join(b"\0" + random.randbytes(side * 3) for _ in range(side))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    return "image/png", PNG + header + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""), None


def record(kind, number, uri, content_type, block):
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012x}>\r\nWARC-IP-Address: 192.0.2.1\r\n"
        f"WARC-Block-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\nContent-Type: {content_type}\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def capture(source, number, make=None):
    kind = number % 20
    make = make or (html_body if kind < 14 else json_body if kind < 17 else xml_body if kind < 18 else image_body)
    mime, body, _ = make(source, source.randint(2000, 60000))
    body = body.encode() if isinstance(body, str) else body
    names = ["Server", "Cache-Control", "Date", "ETag", "Vary", "X-Request-Id", "Set-Cookie", "Last-Modified"]
    head = f"HTTP/1.1 {404 if number % 50 == 0 else 200} OK\r\nContent-Type: {mime}\r\n"
    head += "".join(f"{name}: {text(source, 30)}\r\n" for name in names)
    if number % 5 == 0:
        head += "Transfer-Encoding: chunked\r\n\r\n"
        parts = [body[start : start + 8192] for start in range(0, len(body), 8192)] + [b""]
        body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    else:
        head += f"Content-Length: {len(body)}\r\n\r\n"
    uri = f"https://host{number % 97}.example.com/path/{number}?page=1"
    request = (
        f"GET /path/{number}?page=1 HTTP/1.1\r\nHost: host{number % 97}.example.com\r\nAccept: */*\r\n\r\n"
    ).encode()
    metadata = f"fetchTimeMs: {number % 900}\r\ncharset-detected: {random.Random(number).choice(WORDS)}\r\n".encode()
    return [
        record("request", number * 3, uri, "application/http; msgtype=request", request),
        record("response", number * 3 + 1, uri, "application/http; msgtype=response", head.encode() + body),
        record("metadata", number * 3 + 2, uri, "application/warc-fields", metadata),
    ]


def member(data):
    compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
    return compressor.compress(data) + compressor.flush()


def main():
    path, size = sys.argv[1], int(sys.argv[2]) * 1_000_000
    make = globals()[f"{sys.argv[3]}_body"] if len(sys.argv) > 3 else None
    source = random.Random(1)
    number, written = 0, 0
    with open(path, "wb") as file:
        while written < size:
            for data in capture(source, number, make):
                written += len(data)
                file.write(member(data) if path.endswith(".gz") else data)
            number += 1
    print(number * 3, "records")


if __name__ == "__main__":
    main()
