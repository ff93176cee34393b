"""Define the arguments of each command; the commands are listed in `cli/parser.py`."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from dataclasses import Field
from functools import partial
from pathlib import Path
from typing import Any

from veriabs.verify import options
from veriabs.verify.options import FRAMEWORKS, Argument, Section

TOOLS = ("veriabs", "shrink", "cbmc", "cbmc-z3")
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9A-Fa-f:.%\w]+\]):[0-9]{1,5}")


def add(verb: str, to: argparse.ArgumentParser) -> None:
    """Add the arguments of a command."""
    _ADD[verb](to)


def _verify(to: argparse.ArgumentParser) -> None:
    _shrink(to)
    _add_evidence_options(to)
    explain = "show every strategy's answer about every goal, with its reasons"
    to.add_argument("--explain", action="store_true", help=explain)
    _add_options(to, Section.PROOFS)
    _add_unconditional(to)
    server = "let a server decide (veriabs serve); VERIABS_TOKEN has the token"
    to.add_argument("--server", type=_url, metavar="URL", help=server)


def _cbmc(to: argparse.ArgumentParser) -> None:
    from veriabs.cli import cbmc

    _add_task_options(to, None, several=True)
    _add_options(to, Section.LIMITS, Section.MEANING, Section.REPLAYS)
    cbmc.add_arguments(to)


def _bug(to: argparse.ArgumentParser) -> None:
    _add_task_options(to, several=True)
    _add_options(to, Section.LIMITS, Section.MEANING, Section.REPLAYS)
    text = "the folder to write (default bug-report)"
    to.add_argument("--to", type=Path, default=Path("bug-report"), metavar="DIR", help=text)
    to.add_argument("--reduce", action="store_true", help="let cvise reduce the program while its verdict stays")


def _shrink(to: argparse.ArgumentParser) -> None:
    _add_task_options(to, None, several=True)
    _add_all_functions(to)
    _add_run_options(to)


def _check(to: argparse.ArgumentParser) -> None:
    to.add_argument("proof", type=Path, metavar="PROOF", help="a certificate that verify wrote (--proof)")
    _add_task_options(to)
    _add_options(to, Section.MEANING)


def _replay(to: argparse.ArgumentParser) -> None:
    _add_task_options(to)
    to.add_argument("counterexample", type=Path, metavar="COUNTEREXAMPLE", help="counterexample.json")
    _add_options(to, Section.MEANING)


def _setup(to: argparse.ArgumentParser) -> None:
    to.add_argument("--yes", action="store_true", help="download without asking, as always without a terminal")
    to.add_argument("--prefix", type=Path, metavar="DIR", help="install a copy of its own in this folder")
    to.add_argument("--version", metavar="V", help="install a copy of this version")


def _doctor(to: argparse.ArgumentParser) -> None:
    to.add_argument("--json", action="store_true", help="print JSON")


def _report(to: argparse.ArgumentParser) -> None:
    to.add_argument("results", type=Path, metavar="RESULTS", help="results that batch wrote (--db)")
    tables = (("csv", "CSV"), ("loops", "CSV with a row for each loop"), ("latex", "a LaTeX table"))
    for form, text in (("html", "one page"), ("json", "JSON"), *tables):
        to.add_argument(f"--{form}", type=Path, metavar="FILE", help=f"write {text}")
    to.add_argument("--against", type=Path, metavar="OTHER", help="results of another batch, for the page")


def _compare(to: argparse.ArgumentParser) -> None:
    to.add_argument("old", type=Path, metavar="OLD", help="results of a batch")
    to.add_argument("new", type=Path, metavar="NEW", help="results of a later one")


def _program(to: argparse.ArgumentParser) -> None:
    _add_task_options(to, several=True)
    to.add_argument("-k", type=_integer(1, 1000), default=1, help="number of iterations (1 unless given)")
    to.add_argument("--assertion", type=_integer(1, 10**6), default=1, metavar="N", help="the N-th in the file")
    other = "print the first program of this strategy instead"
    to.add_argument("--strategy", dest="strategies", type=_typed(options.to_names), metavar="NAME", help=other)


def _annotate(to: argparse.ArgumentParser) -> None:
    _add_task_options(to, several=True)
    _add_options(to, Section.LIMITS)
    notations = "contracts (default): loop contracts of CBMC; acsl; comments; asserts: C that checks them when it runs"
    words = ("contracts", "acsl", "comments", "asserts")
    to.add_argument("--as", dest="notation", choices=words, default=words[0], help=notations)


def _explain(to: argparse.ArgumentParser) -> None:
    _add_task_options(to, several=True)
    _add_options(to, Section.LIMITS, Section.MEANING, Section.REPLAYS)
    to.add_argument("--json", type=Path, metavar="FILE", help="write it for programs (-: to standard output)")


def _loops(to: argparse.ArgumentParser) -> None:
    _add_task_options(to, several=True)
    _add_all_functions(to)
    to.add_argument("--json", action="store_true", help="print the facts about each loop as JSON, and nothing else")


def _transform(to: argparse.ArgumentParser) -> None:
    _add_task_options(to, several=True)
    to.add_argument("--assertion", type=_integer(1, 10**6), metavar="N", help="the N-th in the file (default: all)")


def _slice(to: argparse.ArgumentParser) -> None:
    _add_task_options(to)
    kinds = "value (default): what its values depend on; backward: that and whether it is reached; thin: data alone"
    to.add_argument("--kind", choices=("value", "backward", "thin"), default="value", help=kinds)
    line = "the line that counts (default: all assertions)"
    to.add_argument("--criterion", type=_integer(1, 10**9), metavar="LINE", help=line)
    to.add_argument("--stats", action="store_true", help="print the size of the slice, not the program")


def _add_task_options(parser: argparse.ArgumentParser, seconds: float | None = 60.0, *, several: bool = False) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="C file (.c, .i) or task definition (.yml)")
    if several:
        more = "further C files of the same program; each has the options of its own in compile_commands.json"
        parser.add_argument("others", nargs="*", type=Path, metavar="MORE", help=more)
    _add_options(parser, Section.READING)
    build = "a build folder, whose compile_commands.json has the options of files and the program's other files"
    parser.add_argument("-p", dest="build", type=Path, metavar="DIR", help=build)
    _add_options(parser, Section.TIME, default=seconds)


def _add_all_functions(to: argparse.ArgumentParser) -> None:
    every = "take every function of the file as --function does, one after the other"
    to.add_argument("--all-functions", action="store_true", help=every)


def _add_options(parser: argparse.ArgumentParser, *groups: Section, default: float | None = None) -> None:
    """Add the options of some groups, with the defaults of `Options` unless one is given here."""
    for option, arguments in options.arguments(*groups):
        to: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup = parser
        if len(arguments) > 1:
            to = parser.add_mutually_exclusive_group()
        for one in arguments:
            _add_option(to, option, one, default)


def _add_option(
    to: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup,
    option: Field[Any],
    one: Argument,
    default: float | None,
) -> None:
    text = one.help.format(default or option.default)
    about: dict[str, Any] = {"dest": option.name, "help": text, "default": default}
    if one.read is None:
        to.add_argument(one.word, action="store_const", const=one.value, **about)
    else:
        action = "append" if one.repeated else "store"
        choices = one.choices or None
        to.add_argument(one.word, action=action, type=_typed(one.read), metavar=one.shown, choices=choices, **about)


def _typed(read: Callable[[str], object]) -> Callable[[str], object]:
    def convert(text: str) -> object:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return convert


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    _add_options(parser, Section.LIMITS, Section.PROCESSES)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report for programs (-: to standard output)")
    parser.add_argument("--show-commands", action="store_true", help="print every command line of CBMC")
    parser.add_argument("--plain", action="store_true", help="no colours and no live line")


def _add_batch_options(parser: argparse.ArgumentParser) -> None:
    named = "folder, glob, C file (.c, .i), task definition (.yml) or list of globs (.set)"
    parser.add_argument("paths", nargs="+", metavar="PATH", help=named)
    kept = "where the results are kept (default results.sqlite)"
    parser.add_argument("--db", type=Path, default=Path("results.sqlite"), metavar="FILE", help=kept)
    _add_options(
        parser, Section.READING, Section.TIME, Section.LIMITS, Section.MEANING, Section.REPLAYS, Section.PROOFS
    )
    default = len(os.sched_getaffinity(0))
    jobs = "tasks at a time (default: one for each processor)"
    parser.add_argument("--jobs", dest="tasks", type=_integer(1, 1024), default=default, metavar="N", help=jobs)
    _add_cluster(parser)
    tools = "veriabs (default), shrink: shrink factors alone, cbmc, cbmc-z3: plain CBMC that unwinds every loop"
    parser.add_argument(
        "--tool", dest="tools", type=_comma_list(*TOOLS), action="append", metavar="NAME,...", help=tools
    )  # fmt: skip
    factors = "find the shrink factor of every loop as well (adds the tool shrink)"
    parser.add_argument("--shrink-factors", action="store_true", help=factors)
    before = parser.add_mutually_exclusive_group()
    before.add_argument("--resume", action="store_true", help="skip tasks that have results")
    before.add_argument("--again", action="store_true", help="run all tasks, also those that have results")
    parser.add_argument(
        "--retry",
        type=_comma_list("unknown", "error", "wrong"),
        action="append",
        default=[],
        metavar="WORD,...",
        help="like --resume, but run again what is unknown, error or wrong",
    )
    parser.add_argument("--plain", action="store_true", help="one line for each task, no table")
    _add_unconditional(parser)


def _add_unconditional(to: argparse.ArgumentParser) -> None:
    text = "exit with 7 in place of 0 if a TRUE holds under conditions only (TRUE if ...)"
    to.add_argument("--require-unconditional", action="store_true", help=text)


def _add_evidence_options(parser: argparse.ArgumentParser) -> None:
    _add_options(parser, Section.MEANING, Section.REPLAYS)
    parser.add_argument("--counterexample", type=Path, metavar="DIR", help="write a C program that fails, and JSON")
    frameworks = "write the counterexample also as a unit test of the file (into the DIR of --counterexample)"
    parser.add_argument("--as", dest="framework", choices=FRAMEWORKS, help=frameworks)
    parser.add_argument("--witness", type=Path, metavar="FILE", help="write the witness of the verdict (YAML 2.0)")
    proof = "write the certificate of a TRUE verdict, for veriabs check"
    parser.add_argument("--proof", type=Path, metavar="FILE", help=proof)
    parser.add_argument("--sarif", type=Path, metavar="FILE", help="write SARIF 2.1")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")


def _serve(to: argparse.ArgumentParser) -> None:
    to.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default 127.0.0.1)")
    to.add_argument("--port", type=_integer(0, 65535), default=8420, metavar="N", help="port (default 8420)")
    workers = max(2, len(os.sched_getaffinity(0)) // 2)
    _add_number(to, "--workers", "jobs at a time (default: one for two processors, at least 2)", 256, workers)
    named = "a further name of the server, beside --host"
    to.add_argument("--allow-host", action="append", default=[], metavar="NAME", help=named)
    seconds = "largest timeout of a job (default 900)"
    to.add_argument("--max-timeout", type=_typed(options.seconds), default=900.0, metavar="S", help=seconds)
    _add_number(to, "--max-memory", "megabytes of each CBMC (default: what the machine has)", 10**9, None)
    _add_number(to, "--max-queue", "jobs that may wait (default 50000)", 10**7, 50_000)
    _add_number(to, "--keep-jobs", "ended jobs that each owner keeps, the newest (default: all)", 10**9, None)
    _add_number(to, "--rate", "requests a second of each client (default 50)", 10**6, 50)
    unconfined = "start where the kernel cannot confine uploaded programs"
    to.add_argument("--unconfined", action="store_true", help=unconfined)
    _add_cluster(to)
    _add_database(to)


def _token(to: argparse.ArgumentParser) -> None:
    to.add_argument("deed", choices=("add", "list", "revoke"), help="what to do")
    to.add_argument("name", nargs="?", metavar="NAME", help="the name of the token")
    role = "its role (default user)"
    to.add_argument("--role", choices=("reader", "user", "admin"), default="user", help=role)
    to.add_argument("--owner", metavar="NAME", help="the owner of the jobs it sees (default: its own)")
    _add_database(to)


def _completion(to: argparse.ArgumentParser) -> None:
    to.add_argument("shell", choices=("bash", "zsh", "fish"), help="whose")
    to.epilog = 'for one session: eval "$(veriabs completion bash)"'


def _add_cluster(to: argparse.ArgumentParser) -> None:
    cluster = "use the workers of a Dask scheduler, such as tcp://node1:8786"
    to.add_argument("--cluster", type=_address, metavar="ADDRESS", help=cluster)


def _add_number(to: argparse.ArgumentParser, word: str, text: str, most: int, default: int | None) -> None:
    to.add_argument(word, type=_integer(1, most), default=default, metavar="N", help=text)


def _add_database(to: argparse.ArgumentParser) -> None:
    text = "sqlite:///FILE or postgresql+psycopg://HOST/NAME (default: VERIABS_DB, or a file in the data folder)"
    to.add_argument("--db", default="", metavar="URL", help=text)


def _url(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s/]+(/\S*)?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not the address of a server, such as http://localhost:8420")
    return text


def _integer(least: int, most: int) -> Callable[[str], object]:
    return _typed(partial(options.integer, least, most))


def _comma_list(*words: str) -> Callable[[str], tuple[str, ...]]:
    def convert(text: str) -> tuple[str, ...]:
        for word in text.split(","):
            if word not in words:
                raise argparse.ArgumentTypeError(f"there is no {word!r}; the choices are {', '.join(words)}")
        return tuple(text.split(","))

    return convert


def _address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not the address of a Dask scheduler, such as tcp://node1:8786")
    return text


_ADD: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "verify": _verify,
    "cbmc": _cbmc,
    "shrink": _shrink,
    "check": _check,
    "replay": _replay,
    "loops": _loops,
    "annotate": _annotate,
    "explain": _explain,
    "harness": _program,
    "residual": _program,
    "transform": _transform,
    "slice": _slice,
    "setup": _setup,
    "doctor": _doctor,
    "batch": _add_batch_options,
    "report": _report,
    "compare": _compare,
    "serve": _serve,
    "lsp": lambda to: None,
    "token": _token,
    "bug": _bug,
    "completion": _completion,
}
