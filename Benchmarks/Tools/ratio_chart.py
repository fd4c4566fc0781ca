"""Draws ratios as horizontal bars with their values beside them, as an SVG of shapes and text only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH = 820
LABEL_WIDTH = 150
ROW = 20
PANEL_GAP = 34
BAR_END = WIDTH - 70

INK, QUIET, GRID = "#1f2933", "#616e7c", "#d9dfe5"
AHEAD, BEHIND = "#2b6cb0", "#c05621"


@dataclass
class Panel:
    """One comparison: a title, and the speed ratio for each file."""

    title: str
    ratios: list[tuple[str, float]]

    @property
    def height(self) -> int:
        return 26 + ROW * (len(self.ratios) + 1)


def text(
    x: float, y: float, content: str, *, size: int = 12, fill: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
            f"{escape(content)}</text>")


def bar(panel_top: float, row: int, name: str, ratio: float, scale: float, *, is_mean: bool) -> list[str]:
    y = panel_top + 26 + row * ROW
    length = max(ratio * scale, 1)
    color = AHEAD if ratio >= 1 else BEHIND
    opacity = "1" if is_mean else "0.75"
    return [
        text(LABEL_WIDTH - 8, y + 13, name, anchor="end", bold=is_mean),
        f'<rect x="{LABEL_WIDTH}" y="{y + 3:.1f}" width="{length:.1f}" height="{ROW - 7}"'
        f' fill="{color}" opacity="{opacity}"/>',
        text(LABEL_WIDTH + length + 6, y + 13, f"{ratio:.0f}" if ratio >= 20 else f"{ratio:.2f}", bold=is_mean),
    ]


def panel_shapes(panel: Panel, top: float) -> list[str]:
    mean = math.exp(sum(math.log(ratio) for _, ratio in panel.ratios) / len(panel.ratios))
    rows = panel.ratios + [("geometric mean", mean)]
    scale = (BAR_END - LABEL_WIDTH) / max(max(ratio for _, ratio in rows), 1)
    one = LABEL_WIDTH + scale
    shapes = [text(0, top + 14, panel.title, size=14, bold=True)]
    shapes.append(f'<line x1="{one:.1f}" y1="{top + 24}" x2="{one:.1f}" y2="{top + panel.height}" stroke="{QUIET}" '
                  'stroke-dasharray="2 3"/>')
    for index, (name, ratio) in enumerate(rows):
        shapes += bar(top, index, name, ratio, scale, is_mean=index == len(rows) - 1)
    shapes.append(
        f'<line x1="{LABEL_WIDTH}" y1="{top + 24}" x2="{LABEL_WIDTH}" y2="{top + panel.height}" stroke="{GRID}"/>'
    )
    return shapes


def chart(title: str, panels: list[Panel]) -> str:
    shown = [panel for panel in panels if panel.ratios]
    height = 64 + sum(panel.height + PANEL_GAP for panel in shown)
    shapes = [
        text(0, 20, title, size=18, bold=True),
        text(0, 40, "Each bar is a ratio of speeds on one file; the dotted line is 1, orange is below it.", fill=QUIET),
    ]
    top = 64
    for panel in shown:
        shapes += panel_shapes(panel, top)
        top += panel.height + PANEL_GAP
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -10 {WIDTH + 32} {height}" '
        'font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif">',
        f'<rect x="-16" y="-10" width="{WIDTH + 32}" height="{height}" fill="#ffffff"/>', *shapes, "</svg>", ""])
