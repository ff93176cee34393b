"""Run a batch: tasks in, rows out, with a tally."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from veriabs.batch.pool import Pool
from veriabs.batch.results import Results, readable
from veriabs.batch.tasks import collect
from veriabs.batch.work import BatchJob
from veriabs.core.errors import InputError
from veriabs.core.records import SHRINK, Rating, Record
from veriabs.install import provision
from veriabs.solvers import driver
from veriabs.solvers.driver import Cbmc
from veriabs.verify.options import Options

if TYPE_CHECKING:
    from veriabs.batch.cluster import Cluster

Notice = Callable[[str], None]


class BatchRequest(Struct, frozen=True):
    """The user's request.

    - `names`: files, folders and sets of tasks. `db`: the results file. `tools`: `veriabs`, `shrink`, `cbmc`,
      `cbmc-z3`.
    - `jobs`: tasks at a time; with a `cluster` (the address of a Dask scheduler), tasks that are read at a time.
    - `resume`: keep known answers. `again`: repeat all. `retry`: the tasks with these `Rating`s again.
    """

    names: tuple[str, ...]
    db: Path
    options: Options
    tools: tuple[str, ...] = ("veriabs",)
    jobs: int = 1
    resume: bool = False
    again: bool = False
    retry: frozenset[Rating] = frozenset()
    cluster: str | None = None


class Tally(Struct):
    """The progress of a batch; `known` are tasks whose answers existed already, which count among the ratings.

    `conditional` counts TRUE verdicts with conditions, including right ones, `refuted` FALSE verdicts, and `factors`
    tasks of shrink factors.
    """

    total: int
    known: int = 0
    conditional: int = 0
    ratings: dict[Rating, int] = field(default_factory=lambda: dict.fromkeys(Rating, 0))
    refuted: int = 0
    factors: int = 0

    @property
    def done(self) -> int:
        return sum(self.ratings.values())


class Observer:
    """Receives the progress of a batch; each method may be overridden."""

    def begin(self, tally: Tally) -> None:
        """The batch starts."""

    def finished(self, record: Record, tally: Tally) -> None:
        """A task has its row."""

    def tick(self, tally: Tally, running: Sequence[tuple[BatchJob, float]]) -> None:
        """Some time has passed; the running tasks come with their seconds."""

    def end(self) -> None:
        """The batch is over."""


def run(order: BatchRequest, observer: Observer, notice: Notice = lambda text: None) -> Tally:
    """Decide every task without an answer, and store each answer before the next.

    Raises InputError for an invalid request, and ToolError without CBMC or if the cluster is unreachable; a failure of
    one task becomes its row. `notice` receives changes of the connection to a cluster.
    """
    jobs = [BatchJob(path, tool) for path in _paths(order) for tool in order.tools]
    cbmc = driver.detect(provision.require())
    tally = Tally(len(jobs))
    with _executor(order, cbmc, notice) as hands, Results.open(order.db, _order_json(order)) as results:
        known = {} if order.again and not order.retry else results.known()
        if not (order.resume or order.retry):
            _refuse_to_repeat(order, jobs, known.values())
            known = {}
        observer.begin(tally)
        try:
            wanted = _is_due(known, order.retry)
            for _, key, record in hands.run(jobs, wanted, lambda: observer.tick(tally, hands.running())):
                _count_record(results, tally, known[key] if record is None else record, is_known=record is None)
                if record is not None:
                    observer.finished(record, tally)
        finally:
            observer.end()
    return tally


def _refuse_to_repeat(order: BatchRequest, jobs: Sequence[BatchJob], known: Iterable[Record]) -> None:
    """Repeat hours of work only on explicit request."""
    answered = {(record.task, record.tool) for record in known}
    count = sum((readable(str(job.path)), job.tool) in answered for job in jobs)
    if count:
        raise InputError(
            f"{order.db} has answers to {count:,} of these {len(jobs):,} tasks: "
            "--resume continues, --again repeats them"
        )


def _executor(order: BatchRequest, cbmc: Cbmc, notice: Notice) -> Pool | Cluster:
    if order.cluster is None:
        return Pool(order.options, cbmc, order.jobs)
    from veriabs.batch.cluster import Cluster

    return Cluster(order.cluster, order.options, cbmc, order.jobs, notice)


def _is_due(known: Mapping[str, Record], retry: frozenset[Rating]) -> Callable[[BatchJob, str], bool]:
    def wanted(job: BatchJob, key: str) -> bool:
        record = known.get(key)
        return record is None or record.task != readable(str(job.path)) or record.rating in retry

    return wanted


def _count_record(results: Results, tally: Tally, record: Record, *, is_known: bool) -> None:
    if is_known:
        tally.known += 1
        results.renew(record)
    else:
        results.append(record)
    tally.ratings[record.rating] += 1
    tally.conditional += bool(record.conditions)
    tally.refuted += record.verdict == "FALSE"
    tally.factors += record.tool == SHRINK


def _paths(order: BatchRequest) -> list[Path]:
    for folder in order.options.includes:
        if not folder.is_dir():
            raise InputError(f"-I {folder}: no such folder")
    prop = order.options.property_file
    if prop is not None and not prop.is_file():
        raise InputError(f"{prop}: no such property file")
    return collect(order.names)


def _order_json(order: BatchRequest) -> dict[str, object]:
    return {
        **order.options.for_key(),
        "tools": list(order.tools),
        "jobs": order.jobs,
        "cluster": order.cluster,
        "folder": os.fspath(Path.cwd()),
    }
