"""A page for people: one HTML file that needs nothing else, readable on dark and on light screens and on paper.

It is well-formed XML as well, so any tool can take it apart.
"""

import html
from collections.abc import Sequence
from typing import Final

from tiefenthal.lab.arena.sheets import Sheet

_STYLE: Final = """
:root { color-scheme: light dark; --paper: #fffdf9; --ink: #2b2622; --quiet: #6f665d; --pale: #e4ddd3; --band: #f6f1e9;
  --accent: #8c2f39; }
@media (prefers-color-scheme: dark) { :root { --paper: #1e1b18; --ink: #ece5db; --quiet: #a89d90; --pale: #3d3731;
  --band: #27231f; --accent: #e08c95; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.2rem 4rem; max-width: 66rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .4rem; border-bottom: 1px solid var(--pale); padding-bottom: .2rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
p { max-width: 46rem; margin: .4rem 0; }
.note, .quiet { color: var(--quiet); }
a { color: var(--accent); }
code { font-size: .92em; background: var(--band); padding: .1em .3em; border-radius: .2em; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; border-bottom: 1.5px solid var(--pale); vertical-align: bottom; }
th, td { padding: .25rem .8rem .25rem 0; }
th.number, td.number { text-align: right; }
td.number { white-space: nowrap; }
td.long { min-width: 15rem; }
tbody tr:nth-child(even) { background: var(--band); }
table.matrix td { text-align: center; padding: .35rem .7rem; min-width: 4.2rem; }
table.matrix tbody tr:nth-child(even) { background: none; }
svg { display: block; width: 100%; max-width: 45rem; height: auto; margin: .3rem 0; }
svg text { fill: var(--ink); font-family: system-ui, sans-serif; }
svg text.quiet { fill: var(--quiet); font-size: 11.5px; }
svg text.on-bar { fill: #fff; font-size: 11.5px; }
svg line.ink { stroke: var(--ink); }
svg line.grid { stroke: var(--pale); }
svg line.mark { stroke: var(--accent); stroke-dasharray: 4 3; }
svg circle.dot { fill: var(--paper); stroke: var(--ink); stroke-width: 1.6; }
@media print { body { max-width: none; font-size: 11px; } h2 { break-after: avoid; } svg, tr { break-inside: avoid; } }
"""


def paragraph(words: str, kind: str = "") -> str:
    """A paragraph; text between backticks is code."""
    mark = f' class="{kind}"' if kind else ""
    parts = html.escape(words).split("`")
    inner = "".join([f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts)])
    return f"<p{mark}>{inner}</p>\n"


def heading(words: str, level: int = 2) -> str:
    return f"<h{level}>{html.escape(words)}</h{level}>\n"


def with_note(sheet: Sheet, level: int = 2) -> str:
    """A table under its title, with how to read it."""
    note = paragraph(sheet.note, "note") if sheet.note else ""
    return heading(sheet.title, level) + note + sheet.html()


def whole_page(title: str, lead: Sequence[str], parts: Sequence[str]) -> str:
    """A page with its title, a few paragraphs to begin with, and its parts."""
    begin = "".join([paragraph(words) for words in lead])
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en" xmlns="http://www.w3.org/1999/xhtml">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{html.escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{html.escape(title)}</h1>\n{begin}{''.join(parts)}</body>\n</html>\n"
    )
