"""The replay of pruning, compared with the text in tests/golden/pruning (UPDATE_GOLDEN=1 writes it anew)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veriabs.core.reasons import Reason
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.strategies.pruning import proof as pruning
from veriabs.strategies.pruning.flow import covers_of

CASES = sorted((Path(__file__).parents[3] / "golden" / "pruning").iterdir())
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))


def replay(source: Path) -> str:
    """The replay in which all covered cells hide earlier writers."""
    found = pruning.analyse(models(load_program(load(source)))[0])
    assert not isinstance(found, Reason)
    program, _ = found.replays(covers_of(found.parts))
    text = render_c(program.template, program.context)
    assert all(f'"{asked}"' in text for asked in program.asked)
    return text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_generated_text_is_as_stored(case: Path) -> None:
    made, stored = replay(case / "input.c"), case / "replay.c"
    if UPDATE:
        stored.write_text(made, encoding="utf-8")
    assert stored.read_text(encoding="utf-8") == made


def test_a_replay_costs_the_same_for_every_size(tmp_path: Path) -> None:
    text, lengths = (CASES[0] / "input.c").read_text(encoding="utf-8"), set()
    for size in ("1000", "100000"):
        (tmp_path / "input.c").write_text(text.replace("100000", size), encoding="utf-8")
        lengths.add(replay(tmp_path / "input.c").count("\n"))
    assert len(lengths) == 1
