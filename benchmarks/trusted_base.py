#!/usr/bin/env python3
"""How many lines a wrong TRUE could come from: the trusted base of docs/soundness.md with the lines of each row.

    benchmarks/trusted_base.py [--write]

The tables in that document are what is counted, so both cannot drift apart: with `--write` its numbers become those of
today. Ends with exit code 1 if a file that a table names does not exist.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "soundness.md"


def rows(text: str) -> Iterator[tuple[list[str], str]]:
    """Each row of the trusted base: its files, as paths and globs, and what they are trusted with."""
    section = text.split("## What has to be right", 1)[1].split("\n## ", 1)[0]
    for cells in re.findall(r"^\| (`.*?) \| (.*) \|$", section, flags=re.MULTILINE):
        yield re.findall(r"`([^`]+/[^`]+)`", cells[0]), cells[1]


def files(name: str) -> set[Path]:
    """The sources that a path of the table stands for."""
    found = set(ROOT.glob(name))
    inside = {path for folder in found for path in folder.rglob("*")}
    return {path for path in found | inside if path.suffix in (".py", ".j2")}


def lines(paths: set[Path]) -> int:
    return sum(len(path.read_text().splitlines()) for path in paths)


def written(text: str, trusted: int, everything: int) -> str:
    """The document with the numbers of today; the rows of the table of certificates begin with theirs."""
    counts: dict[str, int] = {}

    def counted(row: re.Match[str]) -> str:
        names = re.findall(r"`([^`]+)`", row[1])
        counts[row[1]] = lines({path for name in names for path in files(name)})
        return f"| {counts[row[1]]:,} | {row[1]} |"

    text = re.sub(r"^\| [\d,]+ \| (`[^|]*`) \|", counted, text, flags=re.MULTILINE)
    checker = sum(count for names, count in counts.items() if "proofcheck" in names)
    text = re.sub(r"the sum \([\d,]+ of [\d,]+ lines", f"the sum ({trusted:,} of {everything:,} lines", text)
    text = re.sub(r"[\d,]+ lines instead of\s+[\d,]+", f"{sum(counts.values()):,} lines instead of {trusted:,}", text)
    return re.sub(r"of these [\d,]+ for all", f"of these {checker:,} for all", text)


def main() -> int:
    everything = files("veriabs") | files("templates")
    trusted: set[Path] = set()
    missing = []
    print("| lines | trusted | with |\n|---|---|---|")
    for names, purpose in rows(DOCUMENT.read_text()):
        missing += [name for name in names if not files(name)]
        found = {path for name in names for path in files(name)} - trusted
        trusted |= found
        print(f"| {lines(found):,} | {', '.join(names)} | {purpose.partition(' ([')[0]} |")
    print(f"| {lines(trusted):,} | all of these, of {lines(everything):,} lines | |")
    if "--write" in sys.argv:
        DOCUMENT.write_text(written(DOCUMENT.read_text(), lines(trusted), lines(everything)))
    for name in missing:
        print(f"not there: {name}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
