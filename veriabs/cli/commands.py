"""The commands about many tasks: `batch`, `report` and `compare`; each returns its exit code."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING

from veriabs.cli.exit_codes import ExitCode
from veriabs.cli.terminal import printable
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, ToolError

if TYPE_CHECKING:
    from argparse import Namespace

    from veriabs.batch.run import BatchRequest, Observer

Write = Callable[[str], None]
Complain = Callable[[object, int], int]



def batch(chosen: Namespace, say: Write, overwrite: Write | None, complain: Complain) -> int:
    """Run a batch; return 0 if every task ran and none is wrong, 10 if one is, 6 if one could not run.

    Returns 7 if one is TRUE under conditions only and the user requires more. `overwrite` receives a terminal's table,
    None without a terminal. A lost cluster raises a ToolError that says how to continue.
    """
    from veriabs.batch import run, table
    from veriabs.core.records import Rating

    kept = f"all answers so far are in {chosen.db}; the same command with --resume continues"
    observer = _observer(say, overwrite)

    def notice(text: str) -> None:
        observer.end()
        complain(text, 0)

    try:
        tally = run.run(_order(chosen), observer, notice)
    except KeyboardInterrupt:
        complain(kept, ExitCode.INTERRUPTED)
        raise
    except ToolError as error:
        if chosen.cluster is None or not chosen.db.exists():
            raise
        raise ToolError(f"{error}; {kept}") from error
    known = f"; {tally.known:,} of them were known" if tally.known else ""
    say(f"{table.counts(tally)}{known}; results in {chosen.db}")
    if tally.factors:
        _print_factors(chosen, say)
    if tally.ratings[Rating.WRONG]:
        return ExitCode.FALSE
    if tally.ratings[Rating.ERROR]:
        return ExitCode.INPUT
    return ExitCode.CONDITIONAL if tally.conditional and chosen.require_unconditional else 0


def _print_factors(chosen: Namespace, say: Write) -> None:
    from veriabs.batch import results
    from veriabs.core.records import SHRINK
    from veriabs.report.summary import row_of
    from veriabs.report.text import factor_lines

    rows = (row_of(one) for one in results.rows(chosen.db, documents=(SHRINK,)) if one.tool == SHRINK)
    for line in factor_lines(rows):
        say(line)


def report(chosen: Namespace, say: Write) -> int:
    """Write the results of a batch as a page and tables, compared with another batch if given.

    Without an output file it prints the numbers.
    """
    from veriabs.batch import results
    from veriabs.report import batch_report
    from veriabs.report.files import STDOUT

    targets = {name: getattr(chosen, name) for name in ("html", "csv", "json", "latex", "loops")}
    sources = [path for path in (chosen.results, chosen.against) if path is not None]
    for target in filter(None, targets.values()):
        if target.resolve() in (source.resolve() for source in sources):
            raise InputError(f"{target} would overwrite the results")
    records, *others = map(results.read, sources)
    if not any(targets.values()):
        from veriabs.report.text import summary_lines

        for line in summary_lines(records):
            say(line)
        return 0
    batch_report.write(records, **targets, against=others[0] if others else None)
    for target in filter(None, targets.values()):
        say(f"wrote {'standard output' if target == STDOUT else target}")
    return 0


def compare(chosen: Namespace, say: Write) -> int:
    """Print the changes between two batches; return 10 if a verdict is newly wrong or was lost."""
    from veriabs.batch import results
    from veriabs.core.records import SHRINK
    from veriabs.report import comparison

    old, new = (list(results.rows(path, documents=(SHRINK,))) for path in (chosen.old, chosen.new))
    lines, is_worse = comparison.compare(old, new)
    for line in lines:
        say(line)
    return ExitCode.FALSE if is_worse else 0


def _observer(say: Write, overwrite: Write | None) -> Observer:
    from veriabs.batch.table import Table, TaskLines

    if overwrite is None:
        return TaskLines(say)
    return Table(say, overwrite, shutil.get_terminal_size().columns, printable)


def _order(chosen: Namespace) -> BatchRequest:
    from veriabs.batch.run import BatchRequest
    from veriabs.batch.work import OWN
    from veriabs.core.records import SHRINK, Rating
    from veriabs.verify.options import Options

    tools = [tool for tools in chosen.tools or [(OWN,)] for tool in tools] + [SHRINK] * chosen.shrink_factors
    return BatchRequest(
        names=tuple(chosen.paths),
        db=chosen.db,
        options=replace(Options.of(vars(chosen)), jobs=1),  # one pair of solvers, since other tasks run in parallel
        tools=tuple(dict.fromkeys(tools)),
        jobs=chosen.tasks,
        resume=chosen.resume,
        again=chosen.again,
        retry=frozenset(Rating(name) for names in chosen.retry for name in names),
        cluster=chosen.cluster,
    )
