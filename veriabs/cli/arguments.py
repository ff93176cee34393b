"""The command line: what can be asked for, and which values are taken.

argparse rather than a richer library, since that alone would cost a third of the time that a plain run may spend here.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from veriabs import __version__
from veriabs.core.model import DataModel, Overflow

TOOLS = ("veriabs", "cbmc", "cbmc-z3")
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9A-Fa-f:.%\w]+\]):[0-9]{1,5}")
_MACRO = re.compile(r"[A-Za-z_]\w*(\([^)]*\))?(=.*)?")


class UsageError(Exception):
    """The command line cannot be understood."""


class _Parser(argparse.ArgumentParser):
    """Tells of a wrong command line in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; try: {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    made = _Parser(
        prog="veriabs",
        description="Proves C programs that loop over large arrays, with CBMC.",
        epilog="exit codes: 0 proved, 10 violated, 5 unknown, 6 bad input, 64 bad usage, 69 CBMC or gcc cannot be used",
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"veriabs {__version__}")
    verbs = made.add_subparsers(dest="verb", required=True, metavar="COMMAND", parser_class=_Parser)

    def verb(name: str, text: str) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)

    for name, text in (
        ("verify", "prove every assertion of a program"),
        ("shrink", "find the shrink factor of every loop"),
    ):
        added = verb(name, text)
        _add_task_options(added, 900.0)
        _add_run_options(added)
        if name == "verify":
            _add_evidence_options(added)
    added = verb("replay", "compile and run a counterexample that verify has written")
    _add_task_options(added)
    added.add_argument("counterexample", type=Path, metavar="COUNTEREXAMPLE", help="counterexample.json")
    _add_overflow_option(added)
    _add_printing_verbs(verb)
    added = verb("setup", "install a private CBMC unless one is usable already")
    added.add_argument("--yes", action="store_true", help="download without asking")
    added.add_argument("--prefix", type=Path, metavar="DIR", help="install a copy of its own in this folder")
    added.add_argument("--version", metavar="V", help="install a copy of this version")
    added = verb("doctor", "try out everything that a verification needs")
    added.add_argument("--json", action="store_true", help="print JSON")
    _add_batch_options(verb("batch", "decide many programs and keep the results in one file"))
    added = verb("report", "write the results of a batch as a page and as tables")
    added.add_argument("results", type=Path, metavar="RESULTS", help="what batch has written (--db)")
    for form, text in (("html", "one page"), ("csv", "CSV"), ("json", "JSON"), ("latex", "a LaTeX table")):
        added.add_argument(f"--{form}", type=Path, metavar="FILE", help=f"write {text}")
    added.add_argument("--against", type=Path, metavar="OTHER", help="results of another batch, for the page")
    added = verb("compare", "say what changed between the results of two batches")
    added.add_argument("old", type=Path, metavar="OLD", help="results of a batch")
    added.add_argument("new", type=Path, metavar="NEW", help="results of a later one")
    return made


def _add_printing_verbs(verb: Callable[[str, str], argparse.ArgumentParser]) -> None:
    _add_task_options(verb("loops", "say what is known of every loop"))
    for name, text in (
        ("harness", "print the C program that asks whether the loop is k-shrinkable"),
        ("residual", "print the C program that asks whether k iterations violate the property"),
    ):
        added = verb(name, text)
        _add_task_options(added)
        added.add_argument("-k", type=_whole(1, 1000), required=True, help="number of iterations")
        added.add_argument("--assertion", type=_whole(1, 10**6), default=1, metavar="N", help="the N-th in the file")
        other = "print the first program of this strategy instead"
        added.add_argument("--strategy", type=_strategies, metavar="NAME", help=other)
    added = verb("transform", "print the program without arrays and loops (witness index), as C for CBMC")
    _add_task_options(added)
    added.add_argument("--assertion", type=_whole(1, 10**6), metavar="N", help="the N-th in the file (default: all)")
    added = verb("slice", "print the part of a program that an assertion depends on, as C")
    _add_task_options(added)
    kinds = "value (default): what its values depend on; backward: that and whether it is reached; thin: data alone"
    added.add_argument("--kind", choices=("value", "backward", "thin"), default="value", help=kinds)
    line = "the line that counts (default: all assertions)"
    added.add_argument("--criterion", type=_whole(1, 10**9), metavar="LINE", help=line)
    added.add_argument("--stats", action="store_true", help="print how much is kept, and not the program")


def _add_task_options(parser: argparse.ArgumentParser, seconds: float = 60.0) -> None:
    text = f"seconds in all (default {seconds:g})"
    parser.add_argument("--timeout", type=_seconds, default=seconds, metavar="S", help=text)
    parser.add_argument("file", type=Path, metavar="FILE", help="C file (.c, .i) or task definition (.yml)")
    _add_reading_options(parser)


def _add_reading_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-D", dest="defines", action="append", default=[], type=_macro, metavar="X=1", help="macro")
    parser.add_argument("-I", dest="includes", action="append", default=[], type=Path, metavar="DIR", help="headers")
    words = parser.add_mutually_exclusive_group()
    words.add_argument("--32", dest="model", action="store_const", const=DataModel.ILP32, help="32-bit data model")
    words.add_argument("--64", dest="model", action="store_const", const=DataModel.LP64, help="64-bit data model")
    parser.add_argument("--property", type=Path, metavar="FILE", help="SV-COMP property file (unreach-call)")


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    _add_limits(parser)
    parser.add_argument("--jobs", type=_whole(1, 1024), default=2, metavar="N", help="CBMC processes (default 2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report that programs can read")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the generated programs and CBMC's answers")
    parser.add_argument("--show-commands", action="store_true", help="print every command line of CBMC")
    parser.add_argument("--plain", action="store_true", help="no colours and no live line")


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--max-k", type=_whole(1, 1000), default=5, metavar="K", help="largest k to try (default 5)")
    parser.add_argument("--memory", type=_whole(1, 10**9), metavar="MB", help="limit of each CBMC process")
    parser.add_argument("--strategy", type=_strategies, metavar="NAME,...", help="strategies to use, in this order")


def _add_batch_options(parser: argparse.ArgumentParser) -> None:
    named = "folder, glob, C file (.c, .i), task definition (.yml) or list of globs (.set)"
    parser.add_argument("paths", nargs="+", metavar="PATH", help=named)
    kept = "where the results are kept (default results.sqlite)"
    parser.add_argument("--db", type=Path, default=Path("results.sqlite"), metavar="FILE", help=kept)
    _add_reading_options(parser)
    timeout = "seconds for each task (default 900)"
    parser.add_argument("--timeout", type=_seconds, default=900.0, metavar="S", help=timeout)
    _add_limits(parser)
    _add_refutation_options(parser)
    default = len(os.sched_getaffinity(0))
    jobs = f"tasks at a time (default {default})"
    parser.add_argument("--jobs", type=_whole(1, 1024), default=default, metavar="N", help=jobs)
    cluster = "have the workers of a Dask scheduler decide, such as tcp://node1:8786"
    parser.add_argument("--cluster", type=_address, metavar="ADDRESS", help=cluster)
    tools = "veriabs (default), cbmc, cbmc-z3: plain CBMC that unwinds every loop"
    parser.add_argument(
        "--tool", dest="tools", type=_some_of(*TOOLS), action="append", metavar="NAME,...", help=tools
    )  # fmt: skip
    parser.add_argument("--resume", action="store_true", help="do not run what is in the results already")
    parser.add_argument(
        "--retry",
        type=_some_of("unknown", "error", "wrong"),
        action="append",
        default=[],
        metavar="WORD,...",
        help="like --resume, but run again what is unknown, error or wrong",
    )
    parser.add_argument("--plain", action="store_true", help="one line for each task, no table")


def _add_overflow_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--overflow",
        type=Overflow,
        choices=list(Overflow),
        default=Overflow.UNDEFINED,
        metavar="MEANING",
        help="what a signed overflow means: undefined (default, the C standard) or wrap",
    )


def _add_refutation_options(parser: argparse.ArgumentParser) -> None:
    _add_overflow_option(parser)
    parser.add_argument("--no-replay", action="store_true", help="never run the program; then nothing is refuted")


def _add_evidence_options(parser: argparse.ArgumentParser) -> None:
    _add_refutation_options(parser)
    parser.add_argument("--counterexample", type=Path, metavar="DIR", help="write a C program that fails, and JSON")
    parser.add_argument("--witness", type=Path, metavar="FILE", help="write the witness of the verdict (YAML 2.0)")
    parser.add_argument("--sarif", type=Path, metavar="FILE", help="write SARIF 2.1")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")


def _whole(least: int, most: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,30}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return convert


def _some_of(*words: str) -> Callable[[str], tuple[str, ...]]:
    def convert(text: str) -> tuple[str, ...]:
        for word in text.split(","):
            if word not in words:
                raise argparse.ArgumentTypeError(f"no {word!r}; there is {', '.join(words)}")
        return tuple(text.split(","))

    return convert


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,30}(\.[0-9]+)?", text) or not 0 < float(text) <= 10**7:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds between 0 and 10000000")
    return float(text)


def _address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not the address of a Dask scheduler, such as tcp://node1:8786")
    return text


def _macro(text: str) -> str:
    if not _MACRO.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} does not define a macro")
    return text


def _strategies(text: str) -> tuple[str, ...]:
    from veriabs import strategies

    known = strategies.names()
    chosen = tuple(dict.fromkeys(text.split(",")))
    for name in chosen:
        if name not in known:
            raise argparse.ArgumentTypeError(f"no strategy {name!r}; there is {', '.join(known)}")
    return chosen
