#!/usr/bin/env python3
"""Writes the seed inputs for fuzzing, one folder per target.

Usage: make-seeds.py OUTPUT [CORPORA]

A few are built in and cover each rule of a grammar; if the folder of the corpora is given, its small files are added.
The first bytes of an input select options, as documented at the entry point of its target.
"""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import json
import plistlib
import shutil
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

LARGEST = 4096

MEDIA_TYPES = [
    'text/html;charset="utf-8"\ntext/*\n*/*\n*+json',
    "application/problem+json; charset=UTF-8 ;q=0.5\napplication/*+json\nimage/svg+xml",
    'text/plain; charset="a\\"b\\\\c"; charset=gbk; x="not closed\ntext/plain;format=flowed',
    'text/html, text/html;charset=gbk, "a, b", */*, application/json',
    " \tTEXT/HTML \t;; =x; y=; é=1; boundary=\"\"\nimage/pjpeg\n42\n42, 42",
    "https://user:secret@example.com/path?query#fragment\n18446744073709551616",
]

RESPONSES = [
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 301\r\nlocation: /\r\n\r\nHTTP/3 200 \r\ncontent-type: a/b\r\n\r\n{}",
    "HTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\n\n5;a=b;c=\"d\\\"\"\nhello\nA\n0123456789\n0\nTrailer: x\n\n",
    "\r\nHTTP/1.0 404 Not Found\r\nX : folded\r\n\tover two lines\r\nEmpty:\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00rest",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
    "HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 204 No Content\r\nContent-Length: 3, 3\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    "HTTP/1.1 500 Oops\r\nContent-Type: message/http\r\n\r\nHTTP/1.1 200 ",
]

HAR_RESPONSE = (
    '{"startedDateTime":"2026-01-02T03:04:05.678Z","time":12.5,"request":{"method":"%s","url":"https://a.example/?b=c",'
    '"headers":[{"name":":path","value":"/"},{"name":"Accept","value":"*/*"}]},"response":{"status":%s,"statusText":"",'
    '"httpVersion":"h2","headers":[{"name":"Content-Type","value":"%s"},{"name":"Set-Cookie","value":"a=1\\nb=2"}],'
    '"content":%s,"_error":%s},"cache":{},"_initiator":{"type":"other"}}'
)

HAR_ENTRIES = [
    HAR_RESPONSE % (
        "GET", "200", "application/json", '{"size":7,"mimeType":"application/json","text":"{\\"a\\":1}"}', "null",
    ),
    HAR_RESPONSE % ("HEAD", "304", "image/png", '{"size":8,"text":"iVBORw0KGgo=","encoding":"base64"}', '""'),
    HAR_RESPONSE % ("GET", "0", "", '{"size":0,"mimeType":"x-unknown"}', '"net::ERR_FAILED"'),
    HAR_RESPONSE % ("GET", '"404"', "image/gif", '{"text":"GIF89a\\u0080\\u00ff"}', "1"),
    HAR_RESPONSE % ("GET", "200", "image/png", '{"text":"iVBORw0KGgoAAAANSUhEUg=="}', "null"),
    HAR_RESPONSE % ("GET", "200", "text/event-stream", '{"size":5}', "null"),
    HAR_RESPONSE % (
        "GET", "200", "text/plain; charset=iso-8859-1", '{"size":9,"text":"é","encoding":"base64"}', "null",
    ),
    "null", "{}", '{"response":{"status":200}}',
]

TEXTS = [
    "Grüße, 世界 \U0001f600".encode(),
    "\ufeffmark".encode(),
    b"\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf\xe4\xb8 cut \xe4",
    "日本語テキスト".encode("shift_jis"),
    "日本語テキスト".encode("euc_jp"),
    "日本語テキスト ｶﾅ".encode("iso2022_jp_3", errors="ignore"),
    b"\x1b$B\x46\x7c\x1b(J\\~\x1b(I1\x1b(B\x1b(B end",
    "한국어 문장".encode("cp949"),
    "中文文字".encode("gb18030") + b"\x81\x30\x81\x30\x84\x31\xa4\x37\xe3\x32\x9a\x35",
    "中文文字".encode("big5") + b"\x88\x62\x88\xa3",
    "UTF-16 \U0001f600".encode("utf-16le") + b"\x00\xd8a\x00\x00\xdc",
    "UTF-16 \U0001f600".encode("utf-16be") + b"\xd8\x00",
    "UTF-32 \U0001f600".encode("utf-32le") + b"\x00\x00\x11\x00\x00",
    bytes(range(0x80, 0x100)),
    b'gbk\n<?xml version="1.0" encoding="windows-1252"?><a>\xe4</a>',
    b'latin1\n<!-- x --><meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><p title=a>',
    b'utf-16\n<html><meta/charset = koi8-r><script x="y\'z">',
]

CHARSETS = 42

JSON_TEXTS = [
    '{"a":[1,-0,0.5,1e3,-1.25E-7],"b":{"c":null,"d":true,"e":false},"f":"text"}',
    '[18446744073709551615,-9223372036854775808,9223372036854775808,'
    '340282366920938463463374607431768211455,1e400,5e-324]',
    '[9007199254740993,0.1,1.7976931348623157e308,2.2250738585072011e-308,123456789012345678901234567890.5e-10]',
    '["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00","é世😀","\\ud800","a string longer than sixteen bytes"]',
    '[[[[]]],{"":{"":{}}}]\n\t\r ',
    '{"a":1,"a":2,"\\u0061":3,"é":4,"é":5}',
    '[1,2,]/* c */// d\n',
    "{a:'\\x41\\v\\'',$b_1:[+.5,0xFF,-0x1,5.,+Infinity],\u00a0'c':\"\\\n\",}",
    "[NaN,-Infinity,Infinity]",
    "null",
    '"\\u12',
    "[01,+1,.5,1.,1e,-]",
    '{"a":1,}',
    "\ufeff[]",
]

# The values that the target's types decode: by name, with every kind of value.
PEOPLE = [
    '{"id":1,"name":"A","age":-5,"height":1.5,"isActive":true,"role":"admin","firstName":"B","tags":["x","y"]}',
    '{"name":"A","first_name":"B","address":{"street":null,"lines":["a"],"position":[1.5,-2]},'
    '"scores":{"a":1,"b":"inf"}}',
    '{"name":"A","event":{"moved":{"to":{"street":"s"},"count":2}},"ranks":{"1":[1,null],"2":[]},"matrix":[[1,2],[]]}',
    '{"name":"A","event":{"renamed":{"_0":"x"}},"large":340282366920938463463374607431768211455,"ratio":3.4e38}',
    '{"name":"A","event":{"none":{}},"range":[1,2],"lifetime":[1,2],"parent":{"name":"B","children":[{"name":"C"}]}}',
    '[{"name":"A","range":[2,1]},{"name":1},{"age":300},{"name":"B","ranks":{"x":[1.5]}}]',
    '{"super":"x","name":{"super":{"name":[1,"a",null,{"missing":[]}]}},"":[[]]}',
    '{"a":1,"b":2,"c":3,"a":4,"\\u0062":5,"d":[1.0,1e2,-0,1.5],"e":["inf","nan"],"f":[[1],[256]],"g":{"h":1}}',
]

XML_TEXTS = [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?><!-- c --><?p d?>'
    '<a b="1" c=\'&lt;&#65;\'>x &amp; y<b/>]]&gt;</a><!--e-->',
    '<!DOCTYPE a [<!ENTITY e "<b>x</b>&f;"><!ENTITY f "y&#38;amp;">'
    '<!ATTLIST a c NMTOKENS " 1  2 " d CDATA #FIXED "&f;">]><a>&e;\r\n</a>',
    '<!DOCTYPE a SYSTEM "file:///nowhere" [<!ENTITY % p "<!ENTITY q \'v\'>">%p;<!ENTITY x SYSTEM "x">'
    '<!NOTATION n PUBLIC "n">]><a>&x;&q;&undeclared;</a>',
    '<a xmlns="urn:d" xmlns:p="urn:p" p:b="1"><p:c xmlns:p="urn:q" p:d="" d=""/>'
    '<c xmlns=""><![CDATA[<x>]]]]><![CDATA[>]]></c></a>',
    '<a>\r\n<b xml:space="preserve"> \r </b>\n\t<!-- - - -->\n<?x   y ?>\n</a>\n',
    '<!DOCTYPE a [<!ENTITY a0 "x"><!ENTITY a1 "&a0;&a0;&a0;&a0;"><!ENTITY a2 "&a1;&a1;&a1;&a1;">]>'
    '<a b="&a2;">&a2;&a2;&a2;</a>',
    '<!DOCTYPE a [<!ELEMENT a (b|c)*><!ENTITY e "<b>"><!ENTITY f "&f;">]><a>&e;</b>&f;</a>',
    "<größe ünit='漢'>é😀</größe>",
    "<a b='1' b='2'/>",
    "<a><b></a></b>",
    "<a>]]></a>",
    "<a>cut",
]

# The values that the target's types decode.
XML_RECORDS = [
    '<person id="1" active="true"><name>A</name><age>5</age><height>1.5</height><tag>x</tag><tag>y</tag></person>',
    '<person xmlns:n="urn:n" n:id="2"><name><![CDATA[B]]></name>'
    '<address kind="home"><street/></address><empty/></person>',
]

LIST_TEXTS = [
    "{ a = 1; \"b c\" = (x, 'y', <0fbd 77>,); /* c */ d = { e = \"\\U00e9\\n\\101\"; }; } // end",
    '"key" = "value"; key2; /* strings file */',
    "(<*I-5>, <*R1.5>, <*BY>, <*D2001-01-01 00:00:00 +0000>, <[AAEC]>)",
    "word",
    "( ((((",
    "{a=<0>;}",
]

LISTS = [
    {"a": 1, "b": [True, False, 1.5, -3, 2**63, 2**64 - 1], "c": b"\0\1\2", "d": datetime(2024, 2, 29, 12)},
    ["text", "é", "😀", "a text that is longer than fifteen characters", {}, [], {"x": {"y": ["z"]}}],
    {"$archiver": "NSKeyedArchiver", "$objects": ["$null", plistlib.UID(300)], "$top": {"root": plistlib.UID(1)}},
    "a",
]

JSON_OPTIONS = [
    (0, 0, 0), (4, 0, 0), (12, 0, 0), (2, 0, 7), (15, 8, 1), (2, 16, 0), (0, 32, 0), (1, 64, 0), (0, 5, 0), (0, 6, 0),
    (0, 15, 7), (0, 0, 255), (4, 0, 248),
]


XML_OPTIONS = [(0, 0), (1, 0), (2, 1), (4, 2), (8, 3), (24, 5), (32, 17), (0, 64), (3, 129), (64, 7)]

# Options and a truncation length, as the image targets read them.
IMAGE_OPTIONS = [(0, 0), (1, 128), (2, 8), (4, 16), (7, 200), (8, 0), (11, 99)]

# The small images of the library's own tests.
FIXTURES = Path(__file__).resolve().parent.parent / "Tests" / "Fixtures"
IMAGES = FIXTURES / "Images"

LIST_OPTIONS = [1, 0x31, 2, 4, 8, 12]


def media_types(corpora: Path | None) -> Iterator[bytes]:
    yield from (text.encode() for text in MEDIA_TYPES)
    for name in ("mime-types.json", "content-types.json") if corpora else ():
        for entry in json.loads((corpora / "mime" / name).read_text()):
            if isinstance(entry, dict):
                lines = entry["input"] if isinstance(entry["input"], list) else [entry["input"]]
                yield "\n".join(lines).encode(errors="replace")


def responses(corpora: Path | None) -> Iterator[bytes]:
    files = [text.encode("latin-1") for text in RESPONSES] + contents(corpora, "http")
    for index, text in enumerate(files):
        yield bytes([index % 4]) + text


def archives(corpora: Path | None) -> Iterator[bytes]:
    """Returns archives, each prefixed with its chunk sizes and its options."""
    for index, entry in enumerate(HAR_ENTRIES):
        for entries in (entry, entry + "," + HAR_ENTRIES[(index + 1) % len(HAR_ENTRIES)]):
            text = '{"log":{"version":"1.2","entries":[' + entries + '],"pages":[]}}'
            yield bytes([index * 31 % 256, index % 4]) + text.encode()
        yield bytes([index, 4 + index * 8]) + entry.encode()
    for index, text in enumerate(contents(corpora, "har")):
        yield bytes([index % 256, index % 2]) + text


def web_archives(corpora: Path | None) -> Iterator[bytes]:
    """Returns web archives, each prefixed with its chunk sizes and its options."""
    head = "WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
    head += "WARC-Target-URI: https://a.example/\r\n{}Content-Type: {}\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n"
    records = [
        head.format("response", "", "application/http;msgtype=response", len(text.encode("latin-1")), text)
        for text in RESPONSES
    ]
    records += [
        head.format("resource", "WARC-Truncated: length\r\n", "text/plain", length, "abc")
        for length in (0, 3, 9, 10**19)
    ]
    field = "WARC-Refers-To: <a>\r\n b\r\n"
    records += [head.format("revisit", field, "application/http", 19, "HTTP/1.1 200 OK\r\n\r\n")]
    for index, record in enumerate(records):
        for text in (record, record + records[(index + 1) % len(records)]):
            for form in (0, 4):
                yield bytes([index * 31 % 256, form + index % 4]) + text.encode("latin-1")
    for index, text in enumerate(contents(corpora, "warc")):
        yield bytes([index % 256, 0]) + text


def charsets(corpora: Path | None) -> Iterator[bytes]:
    for index, text in enumerate(TEXTS):
        for charset in range(CHARSETS):
            yield bytes([charset, (index * 37 + charset * 11) % 256]) + text
    for index, text in enumerate(contents(corpora, "text")):
        yield bytes([index % CHARSETS, index % 256]) + text[:1000]


def json_texts(corpora: Path | None) -> Iterator[bytes]:
    for text in JSON_TEXTS + PEOPLE:
        for options in JSON_OPTIONS:
            yield bytes(options) + text.encode()
        yield bytes(3) + text.encode("utf-16") + b"\0"
    for index, text in enumerate(contents(corpora, "json")):
        yield bytes(3) + text
        yield bytes(JSON_OPTIONS[index % len(JSON_OPTIONS)]) + text
    for chunk in numbers(corpora):
        yield bytes(3) + chunk


def decodables(corpora: Path | None) -> Iterator[bytes]:
    for index, text in enumerate(JSON_TEXTS + PEOPLE):
        yield bytes([index]) + text.encode()
        yield bytes([1]) + text.encode()
    for index, text in enumerate(contents(corpora, "json")):
        yield bytes([index % 16]) + text
    for chunk in numbers(corpora):
        yield bytes(1) + chunk


def xml_texts(corpora: Path | None) -> Iterator[bytes]:
    for index, text in enumerate(XML_TEXTS + XML_RECORDS):
        for options in XML_OPTIONS:
            yield bytes(options) + text.encode()
        yield bytes(2) + text.encode("utf-16")
        yield bytes([index, 7 * index]) + text.replace("UTF-8", "windows-1252").encode("cp1252", errors="ignore")
    for index, text in enumerate(contents(corpora, "xml")):
        yield bytes(2) + text
        yield bytes(XML_OPTIONS[index % len(XML_OPTIONS)]) + text


def xml_events(corpora: Path | None) -> Iterator[bytes]:
    """Returns inputs like those for documents, with a byte that selects the chunks."""
    for index, text in enumerate(xml_texts(corpora)):
        yield text[:2] + bytes([index % 256]) + text[2:]


def xml_records(corpora: Path | None) -> Iterator[bytes]:
    for index, text in enumerate(XML_TEXTS + XML_RECORDS):
        yield b"\0" + text.encode()
        yield bytes([index * 11 % 128]) + text.encode()
    for index, text in enumerate(contents(corpora, "xml")):
        yield bytes([index % 128]) + text


def lists_of(form: str, corpora: Path | None, own: list[bytes]) -> Iterator[bytes]:
    """Returns the lists of one format, by their kind in the corpus; each choice is a prefix byte."""
    texts = list(own)
    if corpora is not None:
        table = (corpora / "plist" / "expected.tsv").open(newline="")
        rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        paths = sorted({corpora / "plist" / row["path"] for row in rows if row["kind"] == form})
        texts += [path.read_bytes() for path in paths if path.is_file() and path.stat().st_size <= LARGEST]
    for index, text in enumerate(texts):
        yield b"\0" + text
        yield bytes([LIST_OPTIONS[index % len(LIST_OPTIONS)]]) + text


def binary_lists(corpora: Path | None) -> Iterator[bytes]:
    return lists_of("binary", corpora, [plistlib.dumps(value, fmt=plistlib.FMT_BINARY) for value in LISTS])


def xml_lists(corpora: Path | None) -> Iterator[bytes]:
    lists = [plistlib.dumps(value, fmt=plistlib.FMT_XML) for value in LISTS if value is not LISTS[2]]
    return lists_of("xml", corpora, lists)


def text_lists(corpora: Path | None) -> Iterator[bytes]:
    return lists_of("openstep", corpora, [text.encode() for text in LIST_TEXTS])


def images(folder: str, extensions: tuple[str, ...], corpora: Path | None) -> Iterator[bytes]:
    """Returns the images of one format, each prefixed with options and a truncation length."""
    texts = [path.read_bytes() for path in sorted(IMAGES.iterdir()) if path.suffix in extensions]
    texts = [text for text in texts if len(text) <= LARGEST] + contents(corpora, folder)
    for index, text in enumerate(texts):
        yield bytes(IMAGE_OPTIONS[0]) + text
        yield bytes(IMAGE_OPTIONS[index % len(IMAGE_OPTIONS)]) + text


def gifs(corpora: Path | None) -> Iterator[bytes]:
    return images("gif", (".gif",), corpora)


def bitmaps(corpora: Path | None) -> Iterator[bytes]:
    return images("bmp", (".bmp",), corpora)


def icons(corpora: Path | None) -> Iterator[bytes]:
    return images("ico", (".ico", ".cur"), corpora)


def x_bitmaps(corpora: Path | None) -> Iterator[bytes]:
    return images("xbm", (".xbm",), corpora)


def jpegs(corpora: Path | None) -> Iterator[bytes]:
    return images("jpeg", (".jpg", ".jpeg"), corpora)


def tiffs(corpora: Path | None) -> Iterator[bytes]:
    return images("tiff", (".tif", ".tiff"), corpora)


def webps(corpora: Path | None) -> Iterator[bytes]:
    return images("webp", (".webp",), corpora)


def avifs(corpora: Path | None) -> Iterator[bytes]:
    return images("avif", (".avif",), corpora)


def heics(corpora: Path | None) -> Iterator[bytes]:
    return images("heic", (".heic",), corpora)


def pngs(corpora: Path | None) -> Iterator[bytes]:
    """Returns PNGs with an additional byte that selects the repairs, each also with uncompressed rows."""
    for index, text in enumerate(images("png", (".png",), corpora)):
        yield text[:2] + bytes([index % 4]) + text[2:]
        rows = uncompressed(text[2:])
        if rows is not None and len(rows) <= LARGEST:
            yield text[:2] + b"\4" + rows


def uncompressed(text: bytes) -> bytes | None:
    """Returns a PNG with uncompressed rows of its image and frames; None if it is too damaged."""
    output, streams, offset = [text[:8]], [], 8
    while offset + 12 <= len(text):
        length, = struct.unpack(">I", text[offset:offset + 4])
        kind, data = text[offset + 4:offset + 8], text[offset + 8:offset + 8 + length]
        offset += 12 + length
        if kind == b"IDAT" and streams and streams[-1][0] == kind:
            streams[-1][1].append(data)
            continue
        streams.append((kind, [data]))
    for kind, parts in streams:
        number, data = (parts[0][:4], parts[0][4:]) if kind == b"fdAT" else (b"", b"".join(parts))
        if kind in (b"IDAT", b"fdAT"):
            try:
                data = number + zlib.decompressobj().decompress(data, LARGEST)
            except zlib.error:
                return None
        output.append(struct.pack(">I", len(data)) + kind + data + bytes(4))
    return b"".join(output)


def numbers(corpora: Path | None) -> Iterator[bytes]:
    """Returns arrays of sixteen numbers each."""
    if corpora is None:
        return
    rows = (corpora / "json" / "numbers.tsv").read_text().splitlines()[1:]
    texts = [row.split("\t")[0] for row in rows if row.split("\t")[1] == "accept"]
    for start in range(0, len(texts), 16):
        yield f"[{','.join(texts[start:start + 16])}]".encode()[:LARGEST]


def contents(corpora: Path | None, folder: str) -> list[bytes]:
    """Returns the small files of a folder of the corpora, and the inputs of its `fuzz.jsonl`."""
    if corpora is None:
        return []
    found = []
    for path in sorted((corpora / folder).rglob("*")):
        if path.name == "fuzz.jsonl":
            found += [base64.b64decode(json.loads(line)["base64"]) for line in path.read_text().splitlines()]
        elif path.is_file() and path.suffix not in (".tsv", ".md", ".conf", ".rgba") and path.stat().st_size <= LARGEST:
            found.append(path.read_bytes())
    return [text for text in found if len(text) <= LARGEST]


def deflated(corpora: Path | None) -> Iterator[bytes]:
    """Returns raw and zlib streams, each prefixed with its chunk sizes and its form."""
    own = [b"", b"a" * 300, bytes(range(256)) * 3, " ".join(JSON_TEXTS).encode()]
    for index, text in enumerate(own):
        for level in (0, 1, 9):
            packed = zlib.compress(text, level)
            yield bytes([index * 9 + level, 2]) + packed
            for form in (0, 3, 4):
                yield bytes([index * 9 + level, form]) + packed[2:-4]
    for index, text in enumerate(coded(corpora, "deflate")):
        yield bytes([index & 63, 2 if text[:1] == b"\x78" else index & 4]) + text


def gzipped(corpora: Path | None) -> Iterator[bytes]:
    """Returns members, each prefixed with its chunk sizes and its form."""
    header = b"\0" * 7
    for index, text in enumerate([b"", b"a" * 300, b"abc" * 50]):
        packed = zlib.compress(text, 9)[2:-4]
        member = header + bytes([len(packed) + 3 >> 2]) + packed + b"\0" * (-len(packed) % 4)
        yield bytes([index, 0]) + gzip.compress(text, mtime=0) * 2
        yield bytes([index, 3]) + member * 2
    for index, text in enumerate(coded(corpora, "gzip")):
        yield bytes([index & 63, 0]) + text


def library_coded(coding: str, extension: str, corpora: Path | None) -> Iterator[bytes]:
    """Returns data in a coding, each prefixed with its chunk size."""
    own = sorted((FIXTURES / "Codings").glob(f"*.{extension}"))
    for index, text in enumerate([path.read_bytes() for path in own] + coded(corpora, coding)):
        yield bytes([index & 7]) + text


def coded(corpora: Path | None, coding: str) -> list[bytes]:
    """Returns the small files of the corpus that have one coding."""
    if corpora is None:
        return []
    folder = corpora / "codings"
    rows = csv.DictReader((folder / "expected.tsv").open(newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    texts = [(folder / row["path"]).read_bytes() for row in rows if row["coding"] == coding]
    return [text for text in texts if len(text) <= LARGEST]


def streams(*texts: bytes) -> Callable[[Path | None], Iterator[bytes]]:
    """Returns short streams, each prefixed with one byte for the chunk sizes and one for the options."""
    return lambda _: (bytes([sizes, form]) + text for text in texts for sizes in (0, 3) for form in (0, 2, 4))


EVENTS = b": a comment\nevent: delta\nid: 7\nretry: 500\ndata: {\"a\":1}\ndata: two\n\n"
LINES = b'{"a":1}\n[2,"x"]\r\n\n{"b":"\\u00e4\xc3\xa4"}\n'
PARTS = (
    b"text\r\n--b\r\nContent-Disposition: form-data; name=a; filename*=UTF-8''%e2%82%ac\r\nContent-Length: 1\r\n\r\nx\r\n"
    b"--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}\r\n--b--\r\n"
)

TARGETS = {
    "sse": streams(
        EVENTS, EVENTS.replace(b"\n", b"\r"), b"\xef\xbb\xbf" + EVENTS, b"data\n\ndata:\n\ndata: [DONE]\n\n",
    ),
    "json-lines": streams(LINES, b"\x1e" + LINES.replace(b"\n", b"\n\x1e"), b"{" + b'"a":"b",' * 300 + b'"c":\n1}\n'),
    "json-values": streams(LINES, LINES.replace(b"\n", b""), b'{\n "a": [1]\n}\n{"b":2}1[2]"x" /*c*/ null'),
    "json-elements": streams(b'{"data":{"items":[{"a":1},[2],"x",null]},"next":"c"}', b"[1,2,3]", b'[{"a":[{}]},'),
    "multipart": streams(
        PARTS, PARTS.replace(b"\r\n", b"\n"), b"--b--", b"--b\r\n\r\n--b\r\nA: 1\r\n 2\r\n\r\n\r\n--bx\r\n--b-\r\n--b \r\n\r\n--b--",
    ),
    "lines": streams(LINES, b"one\ntwo\r\nthree\rfour", b"\xff\xfea\x00\n\x00"),
    "inflate": deflated,
    "gzip": gzipped,
    "brotli": lambda corpora: library_coded("br", "br", corpora),
    "zstd": lambda corpora: library_coded("zstd", "zst", corpora),
    "media-type": media_types,
    "saved-response": responses,
    "har": archives,
    "warc": web_archives,
    "charset": charsets,
    "json": json_texts,
    "json-decodable": decodables,
    "xml-events": xml_events,
    "xml-document": xml_texts,
    "xml-decodable": xml_records,
    "plist-binary": binary_lists,
    "plist-xml": xml_lists,
    "plist-text": text_lists,
    "png": pngs,
    "gif": gifs,
    "bmp": bitmaps,
    "icon": icons,
    "xbm": x_bitmaps,
    "jpeg": jpegs,
    "tiff": tiffs,
    "webp": webps,
    "avif": avifs,
    "heic": heics,
}


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    corpora = Path(sys.argv[2]) if len(sys.argv) == 3 else None
    for target, seeds in TARGETS.items():
        folder = Path(sys.argv[1]) / target
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for seed in seeds(corpora):
            (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
