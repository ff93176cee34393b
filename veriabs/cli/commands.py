"""The commands about many tasks: `batch`, `report`, `compare` and `learn`; each returns its exit code."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING

from veriabs.cli.terminal import printable
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, ToolError

if TYPE_CHECKING:
    from argparse import Namespace

    from veriabs.batch.run import Observer, Order

Write = Callable[[str], None]
Complain = Callable[[object, int], int]

_WRONG, _INPUT, _INTERRUPTED = 10, 6, 130


def batch(chosen: Namespace, say: Write, overwrite: Write | None, complain: Complain) -> int:
    """Runs a batch: 0 when every task ran and none is wrong, 10 when one is, 6 when one could not be run.

    `overwrite` takes what a person at the terminal sees while it runs, None without one. A cluster that is lost ends it
    with a ToolError, which says how to go on.
    """
    from veriabs.batch import run, table
    from veriabs.core.records import Rating

    kept = f"every answer so far is in {chosen.db}; the same command with --resume goes on from there"
    observer = _observer(say, overwrite)

    def notice(text: str) -> None:
        observer.end()
        complain(text, 0)

    try:
        tally = run.run(_order(chosen), observer, notice)
    except KeyboardInterrupt:
        complain(kept, _INTERRUPTED)
        raise
    except ToolError as error:
        if chosen.cluster is None or not chosen.db.exists():
            raise
        raise ToolError(f"{error}; {kept}") from error
    known = f"; {tally.known:,} of them were known" if tally.known else ""
    say(f"{table.counts(tally)}{known}; results in {chosen.db}")
    if tally.ratings[Rating.WRONG]:
        return _WRONG
    return _INPUT if tally.ratings[Rating.ERROR] else 0


def report(chosen: Namespace, say: Write) -> int:
    """Writes the results of a batch as a page and as tables, beside those of another one if there is one.

    Without a file to write it prints the numbers.
    """
    from veriabs.batch import results
    from veriabs.report import batch_report
    from veriabs.report.files import STDOUT

    targets = {name: getattr(chosen, name) for name in ("html", "csv", "json", "latex")}
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
    """Says what changed between two batches: 10 when a verdict is newly wrong or was lost."""
    from veriabs.batch import results
    from veriabs.core.records import SHRINK
    from veriabs.report import comparison

    old, new = (list(results.rows(path, documents=(SHRINK,))) for path in (chosen.old, chosen.new))
    lines, is_worse = comparison.compare(old, new)
    for line in lines:
        say(line)
    return _WRONG if is_worse else 0


def learn(chosen: Namespace, say: Write) -> int:
    """Learns from results which strategy to begin with, where that foretells the winner better than today's order."""
    from veriabs.batch.learning import samples
    from veriabs.verify import choosing

    found = samples(*chosen.results)
    if len(found) < choosing.PARTS:
        raise InputError(f"{len(found)} proofs of programs that can be read; it takes {choosing.PARTS} to learn from")
    table, foretold = choosing.learn(found), choosing.cross_validated(found)
    for rule in table:
        say(str(rule))
    say(str(foretold))
    if foretold.is_better:
        choosing.write(choosing.own_table(), table, len(found))
        say(f"wrote {choosing.own_table()}; without that file strategies have their own order again")
    else:
        say("the order that strategies have by themselves is as good, so nothing was written")
    return 0


def _observer(say: Write, overwrite: Write | None) -> Observer:
    from veriabs.batch.table import Lines, Table

    if overwrite is None:
        return Lines(say)
    return Table(say, overwrite, shutil.get_terminal_size().columns, printable)


def _order(chosen: Namespace) -> Order:
    from veriabs.batch.run import Order
    from veriabs.batch.work import OWN
    from veriabs.core.records import SHRINK, Rating
    from veriabs.verify.options import Options

    tools = [tool for tools in chosen.tools or [(OWN,)] for tool in tools] + [SHRINK] * chosen.shrink_factors
    return Order(
        names=tuple(chosen.paths),
        db=chosen.db,
        options=replace(Options.of(vars(chosen)), jobs=1),  # one pair of solvers, since other tasks run beside it
        tools=tuple(dict.fromkeys(tools)),
        jobs=chosen.tasks,
        resume=chosen.resume,
        again=chosen.again,
        retry=frozenset(Rating(name) for names in chosen.retry for name in names),
        cluster=chosen.cluster,
    )
