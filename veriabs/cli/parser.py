"""The command-line parser.

argparse is used because a richer library alone would cost a third of the time of a plain run. The arguments of a
command are added only when it is used.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from veriabs import __version__

VERBS = {
    "verify": "prove every assertion of a program",
    "cbmc": "verify with CBMC's options, and answer in CBMC's form",
    "shrink": "find the shrink factor of every loop",
    "check": "check the certificate of a TRUE verdict, with two solvers",
    "replay": "compile and run a counterexample that verify has written",
    "loops": "list the facts about every loop",
    "annotate": "print the file with the proved invariants of its loops",
    "explain": "explain the verdict with line numbers, and find what an open proof lacks",
    "harness": "print the C program that asks whether the loop is k-shrinkable",
    "residual": "print the C program that asks whether k iterations violate the property",
    "transform": "print the program without arrays and loops (witness index), as C for CBMC",
    "slice": "print the part of a program that an assertion depends on, as C",
    "setup": "install a private CBMC unless one is usable already",
    "doctor": "test everything that a verification needs",
    "batch": "decide many programs and keep the results in one file",
    "report": "write the results of a batch as a page and as tables",
    "compare": "say what changed between the results of two batches",
    "serve": "serve verification over HTTP, with a page (see docs/service.md)",
    "lsp": "serve an editor over standard input and output (see docs/editors.md)",
    "token": "make, list and revoke the tokens of a server",
    "bug": "write a folder with what a report about a verdict needs; nothing is sent",
    "completion": "print the shell completion script",
}


_OPTION = re.compile(r"unrecognized arguments: (-[^ ]+)")
_MISSING = re.compile(r"the following arguments are required: ([^,]+)")
_COMMAND = re.compile(r"argument COMMAND: invalid choice: '([^']*)'")


class UsageError(Exception):
    """The command line is invalid."""


class Parser(argparse.ArgumentParser):
    """Reports an invalid command line in one line; the parser of a command, `verb`, is empty until it is `filled`.

    `given` is the command line.
    """

    verb = ""
    given: Sequence[str] = ()

    def filled(self) -> Parser:
        """This parser with the arguments of its command."""
        verb, self.verb = self.verb, ""
        if verb:
            from veriabs.cli import arguments

            arguments.add(verb, self)
        return self

    def whole(self) -> Parser:
        """This parser with the arguments of every command."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for one in action.choices.values():
                    one.filled()
        return self

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        self.given = sys.argv[1:] if args is None else args
        return argparse.ArgumentParser.parse_known_args(self.filled(), args, namespace)

    def error(self, message: str) -> NoReturn:
        if missing := _MISSING.match(message):  # argparse also names those that may be left out
            message = f"{missing[1]} is missing"
        raise UsageError(_suggesting(message, self) or f"{message}; try: {self.prog} --help")

    def words(self) -> list[str]:
        """The options of this parser and of its commands that are filled."""
        found = list(self._option_string_actions)
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                found += [word for one in action.choices.values() for word in one._option_string_actions]
        return found


def _suggesting(message: str, at: Parser) -> str:
    """The message for a misspelt option or command, with the likeliest word; empty for other messages."""
    from difflib import get_close_matches  # imported late: only a wrong command line needs it

    option, command = _OPTION.match(message), _COMMAND.match(message)
    word = option[1] if option else command[1] if command else ""
    known = at.words() if option else list(VERBS)
    close = get_close_matches(word.partition("=")[0], known, 1, 0.7) if word else []
    what = "option" if option else "command"
    return f"no {what} {word}; did you mean {close[0]}?" if close else ""


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: Any = None) -> None:
        assert isinstance(parser, Parser)
        text = f"veriabs {__version__}"
        if "--json" in parser.given:
            import json

            python = ".".join(map(str, sys.version_info[:3]))
            text = json.dumps({"veriabs": __version__, "python": python, "machine": os.uname().machine})
        parser._print_message(f"{text}\n", sys.stdout)
        parser.exit()


def parser(words: Sequence[str] = ()) -> Parser:
    """The parser of the command line; if `words` begin with a command, only for that one."""
    made = Parser(
        prog="veriabs",
        description="Proves C programs that loop over large arrays, with CBMC.",
        epilog="exit codes: 0 proved, 10 violated, 5 unknown, 6 bad input, 64 bad usage, 69 CBMC or gcc cannot be used",
        allow_abbrev=False,
    )
    made.add_argument("--version", action=_Version, nargs=0, help="print the version (as JSON with --json) and exit")
    verbs = made.add_subparsers(dest="verb", required=True, metavar="COMMAND", parser_class=Parser)
    named = {words[0]: VERBS[words[0]]} if words and words[0] in VERBS else VERBS
    for name, text in named.items():
        added = verbs.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)
        added.verb = name
    return made


def verify_arguments(chosen: argparse.Namespace) -> argparse.Namespace:
    """The arguments of `verify` that another command has, with the defaults for those that it lacks."""
    plain = vars(parser(["verify"]).parse_args(["verify", str(chosen.file)]))
    asked = {name: value for name, value in vars(chosen).items() if name in plain}
    return argparse.Namespace(**{**plain, **asked, "verb": "verify", "started": chosen.started})


def complete(made: Parser) -> None:
    """Answer a shell's request for completions, and exit; see `veriabs completion`."""
    import argcomplete

    argcomplete.autocomplete(made.whole())
