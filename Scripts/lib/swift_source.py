"""A partial Swift parser for measuring files: comments, strings, braces, and declarations."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ARGUMENTS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
MODIFIERS = (
    rf"(?:(?:@\w+(?:{ARGUMENTS})?|public|package|internal|private|fileprivate|open|final|indirect"
    r"|nonisolated(?:\(\w+\))?|distributed|unsafe)\s+)*"
)
CALLABLE = re.compile(
    r"(?<![\w.`])(?:func\s+(?P<func>\S+?)(?=[\s(<])|(?P<other>init|subscript)(?=[?(<])|(?P<deinit>deinit)\b)"
)
PROPERTY = re.compile(r"(?<![\w.`])var\s+(?P<var>\w+)\s*:")
REQUIREMENT = re.compile(
    r"\{\s*(?:(?:non)?mutating\s+)?get(?:\s+(?:async|throws(?:\([^)]*\))?))*(?:\s+(?:nonmutating\s+)?set)?\s*\}"
)
NEXT_DECLARATION = re.compile(r"\s*(?:func|var|let|init|subscript|case|associatedtype|static|mutating|public|@|#|\}|$)")


class Function(NamedTuple):
    """A function, initializer, subscript, or computed property that has a body."""

    file: str
    name: str
    line: int
    length: int


class SwiftFile:
    """A source file: its text, and its code, which is the text with comments and string contents blanked out."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path = path
        self.name = path.relative_to(root).as_posix()
        text = path.read_text()
        self.line_count = len(text.splitlines())
        self.code = blanked(text)

    @property
    def functions(self) -> list[Function]:
        found = []
        for pattern in (CALLABLE, PROPERTY):
            for match in pattern.finditer(self.code):
                body = body_start(self.code, match.end(), one_line=pattern is PROPERTY)
                if body is None or REQUIREMENT.match(self.code, body):
                    continue
                name = next(group for group in match.groups() if group)
                first = self.code.count("\n", 0, match.start())
                last = self.code.count("\n", 0, closing(self.code, body))
                found.append(Function(self.name, name, first + 1, last - first + 1))
        return sorted(found, key=lambda function: function.line)


def body_start(code: str, index: int, one_line: bool) -> int | None:
    """Returns the opening brace of a declaration's body, or None for a requirement or a stored property."""
    depth = 0
    while index < len(code):
        character = code[index]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth == 0 and character == "{":
            return index
        elif depth < 0 or depth == 0 and character == "}":
            return None
        elif depth == 0 and character == "=" and one_line:
            return None
        elif depth == 0 and character == "\n" and (one_line or NEXT_DECLARATION.match(code, index + 1)):
            return None
        index += 1
    return None


def closing(code: str, opening: int) -> int:
    """Returns the brace that closes the one at `opening`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(code) - 1


# The first characters of comments and strings.
MARK = re.compile(r'[/#"]')


def blanked(text: str) -> str:
    """Returns the text with the contents of comments and strings replaced by spaces; line ends stay."""
    output: list[str] = []
    index = 0
    for match in MARK.finditer(text):
        start = match.start()
        end = None if start < index else comment_end(text, start) or string_end(text, start)
        if end is None:
            continue
        output += [text[index:start], re.sub(r"[^\n]", " ", text[start:end])]
        index = end
    return "".join(output) + text[index:]


def comment_end(text: str, index: int) -> int | None:
    """Returns the end of the comment that begins at `index`; comments in `/* */` nest."""
    if text.startswith("//", index):
        end = text.find("\n", index)
        return len(text) if end < 0 else end
    if not text.startswith("/*", index):
        return None
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, index):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


STRING_START = re.compile(r'(#*)("""|")')


def string_end(text: str, index: int) -> int | None:
    """Returns the end of the string literal that begins at `index`, including its interpolations."""
    start = STRING_START.match(text, index)
    if not start:
        return None
    hashes, quotes = start.groups()
    index = start.end()
    while index < len(text):
        if text.startswith(quotes + hashes, index):
            return index + len(quotes + hashes)
        if text.startswith("\\" + hashes + "(", index):
            index = interpolation_end(text, index + 2 + len(hashes))
        elif text.startswith("\\" + hashes, index):
            index += 2 + len(hashes)
        elif text[index] == "\n" and quotes == '"':
            return index
        else:
            index += 1
    return len(text)


def interpolation_end(text: str, index: int) -> int:
    """Returns the position after the parenthesis that closes an interpolation."""
    depth = 1
    while index < len(text) and depth > 0:
        end = comment_end(text, index) or string_end(text, index)
        if end is not None:
            index = end
            continue
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
    return index


class Literal(NamedTuple):
    """A string literal: its start, and its text between interpolations.

    A literal in an interpolation has the start of the enclosing literal.
    """

    index: int
    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\\(…)".join(self.parts)


ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}


def literals(text: str, outermost: int | None = None) -> list[Literal]:
    """Returns the string literals of a source fragment, including literals in interpolations, in order."""
    found: list[Literal] = []
    index = 0
    while match := MARK.search(text, index):
        index = match.start()
        end = comment_end(text, index)
        start = STRING_START.match(text, index) if end is None else None
        if start:
            end = string_end(text, index) or len(text)
            first = index if outermost is None else outermost
            parts, nested = split_literal(text[start.end() : end - len(start.group())], start.group(1), first)
            found += [Literal(first, parts), *nested]
        index = end or index + 1
    return found


def split_literal(inner: str, hashes: str, outermost: int) -> tuple[tuple[str, ...], list[Literal]]:
    """Returns the text of a literal between its interpolations, and the literals inside them."""
    parts, nested, index = [""], [], 0
    escape = "\\" + hashes
    while index < len(inner):
        if inner.startswith(escape + "(", index):
            end = interpolation_end(inner, index + len(escape) + 1)
            nested += literals(inner[index + len(escape) + 1 : end - 1], outermost)
            parts.append("")
            index = end
        elif inner.startswith(escape + "u{", index):
            end = inner.index("}", index)
            parts[-1] += chr(int(inner[index + len(escape) + 2 : end], 16))
            index = end + 1
        elif inner.startswith(escape, index):
            character = inner[index + len(escape)]
            parts[-1] += ESCAPES.get(character, character)
            index += len(escape) + 1
        else:
            parts[-1] += inner[index]
            index += 1
    return tuple(parts), nested


def enclosing_calls(code: str, index: int) -> list[str]:
    """Returns the names before the open parentheses at a position in blanked code, up to the enclosing brace."""
    names, depth = [], 0
    for offset in range(index - 1, -1, -1):
        character = code[offset]
        if character in ")]}":
            depth += 1
        elif character in "([{" and depth > 0:
            depth -= 1
        elif character == "{":
            break
        elif character == "(":
            names.append(re.search(r"\w*$", code[max(0, offset - 40) : offset]).group())
    return names
