#!/usr/bin/env python3
"""Makes docs/results.md from the committed measurements, and stores new ones.

    benchmarks/results_page.py make > docs/results.md
    benchmarks/sizes.py | benchmarks/results_page.py store sizes 0 --command 'python benchmarks/sizes.py'
    benchmarks/results_page.py first-contact LEDGER      of `ledger.py record LEDGER --folder benchmarks/first_contact`

Each section of the page is a file `benchmarks/results/NAME.json` with `title`, `order`, `about` and `tables`. A table
has `date`, `commit`, `machine` and `command`, then one of:

    "columns": ["program", ...], "rows": [["copy", ...], ...]
    "ledger": "benchmarks/ledger.jsonl"      the table, date, commit, machine and command of a ledger
    "classes": {"searches": {"programs": 20, "right": 17, "open": 3, "wrong": 0}, ...}   a first-contact set

`note` is text behind a table. `make` adds the sum and the rates of classes. `store` reads the first Markdown table on
standard input and replaces table NUMBER of the section with it, dated today, at the current commit. `first-contact`
counts the verdicts of a ledger by class, and writes `benchmarks/results/first_contact.json`: once for each set.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SECTIONS = ROOT / "benchmarks" / "results"
COUNTS = ("programs", "right", "open", "wrong")
PROGRAMS, PROGRAMS_OF_SECOND = 20, 10
"""How many programs a class of a first-contact set has."""

Classes = dict[str, dict[str, int]]
"""The counts of each class."""

FIRST_CONTACT = (
    "Programs that were written without knowledge of veriabs (benchmarks/first_contact/README.md), and their first run."
)
HEAD = """# Results

<!-- `benchmarks/results_page.py make > docs/results.md` makes this page; edit benchmarks/results/*.json instead. -->

This page has the latest measurement of each kind. The line above a table gives its date, commit, machine and command.
Times differ between machines, so compare ratios, not seconds. FOLDER stands for programs outside of this repository.
"""

Table = dict[str, Any]


# ------------------------------------------------------------------------ making a page


def page(sections: Sequence[Path]) -> str:
    """The whole document."""
    read = [json.loads(path.read_text(encoding="utf-8")) for path in sections]
    ordered = sorted(read, key=lambda section: (section["order"], section["title"]))
    return "\n".join([HEAD, *(line for section in ordered for line in section_lines(section))])


def section_lines(section: Table) -> Iterator[str]:
    """The lines of one section, which end with an empty line."""
    yield from (f"## {section['title']}", "")
    if section.get("about"):
        yield section["about"]
    for table in section["tables"]:
        yield from table_lines(completed(table))


def completed(table: Table) -> Table:
    """The table with columns and rows, whichever source it has."""
    if "ledger" in table:
        return table | of_ledger(ROOT / table["ledger"])
    if "classes" in table:
        return table | of_classes(table["classes"], table.get("second"))
    return table


def table_lines(table: Table) -> Iterator[str]:
    """Source, table and note, each with an empty line behind it."""
    source = ", ".join(filter(None, (table["date"], table["commit"], table["machine"])))
    yield from (f"Measured {source}: `{table['command']}`", "")
    yield from (row(table["columns"]), "|" + "---|" * len(table["columns"]))
    yield from (row(cells) for cells in table["rows"])
    yield ""
    if table.get("note"):
        yield from (table["note"], "")


def row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def of_classes(classes: Classes, second: Classes | None = None) -> Table:
    """Counts and rates of a first-contact set, class by class, and their sum; of a second set the right answers."""
    rows = []
    for name in (*sorted(classes), "all"):
        one = total(classes) if name == "all" else classes[name]
        cells = [name, *(one[count] for count in COUNTS), rate(one)]
        if second is not None:
            other = total(second) if name == "all" else second[name]
            cells += [f"{other['right']} of {other['programs']}", other["wrong"], rate(other)]
        rows.append(cells)
    more = () if second is None else ("second set: right", "wrong", "rate")
    return {"columns": ["class", *COUNTS, "rate", *more], "rows": rows}


def total(classes: Classes) -> dict[str, int]:
    return {count: sum(one[count] for one in classes.values()) for count in COUNTS}


def rate(one: dict[str, int]) -> str:
    return f"{100 * one['right'] / one['programs']:.0f} %"


def of_ledger(path: Path) -> Table:
    """Verdicts and work of a ledger, and where it comes from."""
    import ledger  # needs the package, which `store` does not

    header, records = ledger.read(path)
    columns, rows, rest = parsed(ledger.table(records))
    return {**of_header(header), "columns": columns, "rows": rows, "note": rest}


def of_header(header: Table) -> Table:
    """Date, commit, machine and command of a ledger."""
    machine = f"{header['machine']}, CBMC {header['cbmc'].split()[0]}, {header['work']:g} s of work a task"
    return {**{key: header[key] for key in ("date", "commit", "command")}, "machine": machine}


# ------------------------------------------------------------------------ storing a measurement


def parsed(text: str) -> tuple[list[str], list[list[str]], str]:
    """Columns and rows of the first Markdown table of a text, and the text after it."""
    lines = text.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("|")), len(lines))
    end = next((number for number in range(start, len(lines)) if not lines[number].startswith("|")), len(lines))
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines[start:end]]
    if len(cells) < 3:
        raise SystemExit("standard input has no Markdown table")
    return cells[0], cells[2:], "\n".join(lines[end:]).strip()


def store(options: argparse.Namespace, text: str) -> None:
    """Replaces a table of a section by the one in the text."""
    path = SECTIONS / f"{options.section}.json"
    section = json.loads(path.read_text(encoding="utf-8"))
    columns, rows, _ = parsed(text)
    new: Table = {
        "date": date.today().isoformat(),
        "commit": options.commit or commit(),
        "machine": f"{len(os.sched_getaffinity(0))} processors, load {os.getloadavg()[1]:.0f}",
        "command": options.command,
        "columns": columns,
        "rows": rows,
    }
    if options.note:
        new["note"] = options.note
    section["tables"][options.number : options.number + 1] = [new]
    path.write_text(written(section), encoding="utf-8")


def store_first_contact(path: Path) -> None:
    """Writes the first run of a first-contact set: that of the second set beside the first one's, if that is there.

    Raises SystemExit if the ledger is incomplete.
    """
    import ledger
    from ledger_task import WHOLE

    header, records = ledger.read(path)
    counts = counted([one for one in records if one["goal"] == WHOLE])
    target = SECTIONS / "first_contact.json"
    known = json.loads(target.read_text(encoding="utf-8"))["tables"][0] if target.exists() else None
    programs = PROGRAMS if known is None else PROGRAMS_OF_SECOND
    if unequal := [name for name, one in counts.items() if one["programs"] != programs]:
        raise SystemExit(f"not {programs} programs: {', '.join(unequal)}")
    source = of_header(header)
    if known is None:
        table = {**source, "classes": counts}
    else:
        measured = f"The second set ({source['date']}, {source['commit']}): `{source['command']}`."
        table = {**known, "second": counts, "note": f"{known.get('note', '')} {measured}".strip()}
    section = {"title": "First contact", "order": 5, "about": FIRST_CONTACT, "tables": [table]}
    target.write_text(written(section), encoding="utf-8")


def counted(tasks: Sequence[Table]) -> Classes:
    """How many programs of each class have the right verdict, none, or a wrong one."""
    classes: Classes = {}
    for one in tasks:
        counts = classes.setdefault(Path(one["family"]).name, dict.fromkeys(COUNTS, 0))
        decided = "right" if one["verdict"] in ("TRUE", "FALSE") else "open"
        counts["programs"] += 1
        counts["wrong" if "wrong" in one else decided] += 1
    return classes


def commit() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short=8", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def written(section: Table) -> str:
    """JSON with one line for each row of a table, so that changes are read row by row."""
    rows: list[str] = []

    def marked(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: marked(one) for key, one in value.items()}
        if isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
            rows.append(json.dumps(value, ensure_ascii=False))
            return f"@{len(rows) - 1}@"
        return [marked(one) for one in value] if isinstance(value, list) else value

    text = json.dumps(marked(section), indent=1, ensure_ascii=False)
    for number, line in enumerate(rows):
        text = text.replace(f'"@{number}@"', line)
    return text + "\n"


# ------------------------------------------------------------------------ command line


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="verb", required=True)
    commands.add_parser("make")
    storing = commands.add_parser("store")
    commands.add_parser("first-contact").add_argument("ledger", type=Path)
    storing.add_argument("section", help="name of the file in benchmarks/results, without .json")
    storing.add_argument("number", type=int, help="which table of the section, from 0")
    storing.add_argument("--command", required=True, help="the command that measures it")
    storing.add_argument("--commit", default="", help="the measured commit, if it is not the current one")
    storing.add_argument("--note", default="", help="text behind the table")
    return parser


def main() -> None:
    options = arguments().parse_args()
    if options.verb == "make":
        print(page(sorted(SECTIONS.glob("*.json"))), end="")
    elif options.verb == "store":
        store(options, sys.stdin.read())
    else:
        store_first_contact(options.ledger)


if __name__ == "__main__":
    main()
