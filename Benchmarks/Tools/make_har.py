#!/usr/bin/env python3
"""Writes a HAR file as a browser does, always the same for a size.

Usage: make_har.py FILE MEGABYTES

Of ten entries, six have a body in JSON, two in HTML, and two in base64. A body has 2 to 60 kB. After 100 MB, the
entries repeat.
"""
import base64
import json
import random
import sys

PERIOD = 3000
WORDS = "the name of a book and its author with some words that a server sends in every answer again".split()


def text(random, length):
    return " ".join(random.choices(WORDS, k=length // 5))


def json_body(random, length):
    rows = [
        {
            "id": number, "title": text(random, 60), "price": round(random.random() * 100, 2),
            "tags": random.sample(WORDS, 3),
        }
        for number in range(max(1, length // 170))
    ]
    return "application/json", json.dumps({"items": rows, "next": None}), None


def html_body(random, length):
    count = max(1, length // 130)
    rows = "".join(f'<li class="row">\n\t<a href="/{n}">{text(random, 80)}</a></li>\n' for n in range(count))
    return "text/html; charset=utf-8", f"<!doctype html><html><body><ul>{rows}</ul></body></html>", None


def binary_body(random, length):
    return "application/octet-stream", base64.b64encode(random.randbytes(length)).decode(), "base64"


def entry(random, number):
    make = [json_body] * 6 + [html_body] * 2 + [binary_body] * 2
    mime, body, encoding = make[number % 10](random, random.randint(2000, 60000))
    content = {"size": len(body) if encoding is None else len(body) * 3 // 4, "mimeType": mime, "text": body}
    if encoding:
        content["encoding"] = encoding
        content["size"] = len(base64.b64decode(body))
    names = [
        "accept", "accept-language", "user-agent", "cache-control", "date", "etag", "server", "vary", "x-request-id",
    ]
    headers = [{"name": name, "value": text(random, 30)} for name in names]
    return {
        "startedDateTime": "2026-01-02T03:04:05.678Z", "time": 12.5, "_priority": "High",
        "request": {
            "method": "GET", "url": f"https://host{number % 7}.example.com/path/{number}?page=1",
            "httpVersion": "http/2.0",
            "headers": [{"name": ":method", "value": "GET"}] + headers, "queryString": [{"name": "page", "value": "1"}],
            "cookies": [], "headersSize": -1, "bodySize": 0,
        },
        "response": {
            "status": 404 if number % 50 == 0 else 200, "statusText": "", "httpVersion": "http/2.0",
            "headers": [{"name": "content-type", "value": mime}, {"name": "content-encoding", "value": "br"}] + headers,
            "cookies": [], "content": content, "redirectURL": "", "headersSize": -1, "bodySize": -1, "_error": None,
        },
        "cache": {},
        "timings": {"blocked": 1.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": 9.5, "receive": 1.4},
    }


def main():
    path, size = sys.argv[1], int(sys.argv[2]) * 1_000_000
    source = random.Random(1)
    with open(path, "w") as file:
        file.write(
            '{"log": {"version": "1.2", "creator": {"name": "make_har", "version": "1"}, "pages": [], "entries": [\n'
        )
        number, texts = 0, []
        while file.tell() < size:
            if number < PERIOD:
                texts.append(json.dumps(entry(source, number), indent=2))
            file.write((",\n" if number else "") + texts[number % PERIOD])
            number += 1
        file.write("\n]}}\n")
    print(number, "entries")


if __name__ == "__main__":
    main()
