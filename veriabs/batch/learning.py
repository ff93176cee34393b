"""What the results of a batch teach about which strategy to begin with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from veriabs import strategies
from veriabs.batch import results
from veriabs.batch.work import OWN
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.frontend.program import load_program
from veriabs.loops.build import each_model
from veriabs.loops.features import features_of
from veriabs.verify.choosing import Sample
from veriabs.verify.options import Options


def samples(*paths: Path) -> list[Sample]:
    """What proved the tasks of results files whose programs can still be read, in a fixed random order.

    InputError for a file that has no results.

    Assertions of one program that look alike and were proved by one strategy count once.
    """
    found = [sample for path in paths for sample in _of_results(path)]
    found.sort(key=lambda one: (one.strategy, one.first, sorted(one.features)))
    random.Random(1).shuffle(found)
    return found


def _of_results(path: Path) -> Iterator[Sample]:
    stored: dict[str, Any] = results.options(path)
    includes = tuple(Path(folder) for folder in stored.get("includes", ()))
    options = Options(defines=tuple(stored.get("defines", ())), includes=includes)
    for record in results.rows(path, documents=(OWN,)):
        won = _winners(record.report)
        if won:
            yield from dict.fromkeys(_of_program(Path(stored.get("folder", ".")) / record.task, options, won))


def _winners(report: dict[str, Any]) -> dict[int, str]:
    """By the lines of assertions, the strategies that proved them."""
    told = (one for one in report.get("strategies", ()) if one["answer"] == "TRUE")
    return {one["assertion"]["line"]: one["strategy"] for one in told}


def _of_program(path: Path, options: Options, won: dict[int, str]) -> Iterator[Sample]:
    try:
        program = load_program(options.task(path))
    except (InputError, UnsupportedError):  # changed or gone since
        return
    for model in each_model(program):
        strategy = won.get(model.assertion.where.line)
        if strategy is not None:
            first, _ = strategies.provers(strategies.default(), model)[0]
            yield Sample(features_of(model), strategy, first)
