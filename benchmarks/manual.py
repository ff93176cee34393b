"""The manual page and docs/options.md, generated from the argument parser.

`make man` writes both; a test compares them with the parser.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from veriabs.cli.parser import Parser, parser

_HEAD = '.TH VERIABS "1" "" "veriabs" "User Commands"'
_INTRODUCTION = """# Options

<!-- `make man` writes this page from the argument parser. -->

`veriabs COMMAND --help` prints the same. [usage.md](usage.md) explains the commands by task.
"""
_COMMON = 5
"""An option that at least this many commands take alike is listed once for all of them."""


def page() -> str:
    """The manual page in troff; it depends on neither the date nor the terminal."""
    from argparse_manpage.manpage import Manpage  # needed only to change the page

    os.environ["COLUMNS"] = "72"  # behind the indentation
    _, *lines = str(Manpage(parser().whole())).splitlines()
    return "\n".join([_HEAD, *lines]) + "\n"


def reference() -> str:
    """docs/options.md: the common options, then each command with the options of its own."""
    commands = dict(_commands())
    takers: dict[tuple[str, str], list[str]] = {}
    for name, one in commands.items():
        for option in _options(one):
            takers.setdefault(option, []).append(name)
    common = {option: names for option, names in takers.items() if len(names) >= _COMMON}
    readers = [name for name in commands if any(word == "`FILE`" for word, _ in _options(commands[name]))]
    lines = [_INTRODUCTION, "## Common options", "", "| option | meaning | commands |", "|---|---|---|"]
    for (word, text), names in common.items():
        others = [name for name in names if name not in readers]
        scope = ["every command with FILE", *others] if set(readers) <= set(names) else names
        lines.append(f"| {word} | {text} | {', '.join(scope)} |")
    for name, one in commands.items():
        lines += ["", f"## veriabs {name}", "", one.description or ""]
        own = [option for option in _options(one) if option not in common]
        if own:
            lines += ["", "| argument or option | meaning |", "|---|---|"]
            lines += [f"| {word} | {text} |" for word, text in own]
    return "\n".join(lines) + "\n"


def _commands() -> Iterator[tuple[str, Parser]]:
    for action in parser().whole()._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _options(command: Parser) -> Iterator[tuple[str, str]]:
    """How each argument is written, and what it means."""
    formatter = argparse.HelpFormatter("veriabs")
    for action in sorted(command._actions, key=lambda one: bool(one.option_strings)):
        if isinstance(action, argparse._HelpAction):
            continue
        value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
        words = [word if action.nargs == 0 else f"{word} {value}" for word in action.option_strings] or [str(value)]
        text = formatter._expand_help(action) if action.help else ""
        yield ", ".join(f"`{word}`" for word in words).replace("|", "\\|"), text.replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(reference() if sys.argv[1:] == ["options"] else page())
