"""The generated C of pruning, compared with the text in tests/golden/pruning (UPDATE_GOLDEN=1 writes it anew)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.strategies.pruning import proof as pruning

CASES = sorted((Path(__file__).parents[3] / "golden" / "pruning").iterdir())
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
NAMES = {
    "pruning/replay": "replay.c",
    "pruning/instance": "instance.c",
    "pruning/checks": "side_conditions.c",
    "pruning/scalars": "replayable_scalars.c",
}


def harnesses(case: Path) -> list[Query]:
    """The programs of both theorems, as far as they apply, and their conditions."""
    found = pruning.analyse(models(load_program(load(case / "input.c")))[0])
    assert not isinstance(found, Reason)
    both = (pruning.cutoff_programs(found), pruning.replay_programs(found))
    covering = [programs[0] for programs in both if not isinstance(programs, Reason)]
    return [*covering, *pruning.conditions_of(found)]


def texts(case: Path) -> dict[str, str]:
    return {NAMES[h.template]: render_c(h.template, h.context) for h in harnesses(case)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_generated_text_is_as_stored(case: Path) -> None:
    made = texts(case)
    for name, text in made.items():
        if UPDATE:
            (case / name).write_text(text, encoding="utf-8")
        assert (case / name).read_text(encoding="utf-8") == text
    assert {path.name for path in case.iterdir()} >= {"input.c", *made}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_asked_check_is_in_the_text(case: Path) -> None:
    for harness in harnesses(case):
        text = render_c(harness.template, harness.context)
        assert harness.asked
        assert all(f'"{asked}"' in text for asked in harness.asked)


def test_a_replay_costs_the_same_for_every_size(tmp_path: Path) -> None:
    small = (CASES[0] / "input.c").read_text(encoding="utf-8")
    lengths = set()
    for size in ("1000", "100000"):
        (tmp_path / "input.c").write_text(small.replace("100000", size), encoding="utf-8")
        lengths.add(sum(text.count("\n") for text in texts(tmp_path).values()))
    assert len(lengths) == 1
