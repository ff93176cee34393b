"""The command line: what can be asked for.

argparse rather than a richer library, since that alone would cost a third of the time that a plain run may spend here.
What a command takes is looked up once it is the one that is given.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from veriabs import __version__

VERBS = {
    "verify": "prove every assertion of a program",
    "shrink": "find the shrink factor of every loop",
    "check": "check the certificate of a TRUE verdict, with two solvers",
    "replay": "compile and run a counterexample that verify has written",
    "loops": "say what is known of every loop",
    "annotate": "print the file with the invariants of its loops that were proved",
    "explain": "say why the verdict is what it is, with line numbers, and what an open proof lacks",
    "harness": "print the C program that asks whether the loop is k-shrinkable",
    "residual": "print the C program that asks whether k iterations violate the property",
    "transform": "print the program without arrays and loops (witness index), as C for CBMC",
    "slice": "print the part of a program that an assertion depends on, as C",
    "setup": "install a private CBMC unless one is usable already",
    "doctor": "try out everything that a verification needs",
    "batch": "decide many programs and keep the results in one file",
    "report": "write the results of a batch as a page and as tables",
    "compare": "say what changed between the results of two batches",
    "learn": "learn from the results of batches which strategy to begin with",
    "serve": "serve verification over HTTP, with a page (see docs/service.md)",
    "lsp": "serve an editor over standard input and output (see docs/editors.md)",
    "token": "make, list and revoke the tokens of a server",
    "completion": "print what makes a shell complete the words of veriabs",
}


class UsageError(Exception):
    """The command line cannot be understood."""


class Parser(argparse.ArgumentParser):
    """Tells of a wrong command line in one line; that of a command, `verb`, is empty until it is `filled`.

    `given` is the command line.
    """

    verb = ""
    given: Sequence[str] = ()

    def filled(self) -> Parser:
        """This parser with all that the command takes."""
        verb, self.verb = self.verb, ""
        if verb:
            from veriabs.cli import arguments

            arguments.add(verb, self)
        return self

    def whole(self) -> Parser:
        """This parser with all that every command takes."""
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
        raise UsageError(f"{message}; try: {self.prog} --help")


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
    """The parser of the command line; for `words` that begin with a command, of that one alone."""
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


def complete(made: Parser) -> None:
    """Answers a shell that asks how a word may go on, and ends the process; see `veriabs completion`."""
    import argcomplete

    argcomplete.autocomplete(made.whole())
