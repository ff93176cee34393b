"""Compiled random array programs fail exactly if their labels say so."""

from __future__ import annotations

from pathlib import Path

import pytest
import random_families


def test_programs_depend_on_seed_and_number_alone() -> None:
    few, many = (list(random_families.programs(7, count)) for count in (3, 6))
    assert many[: len(few)] == few
    assert [one.safe for one in few] == [True, False] * 3
    assert {one.text for one in random_families.programs(8, 3)}.isdisjoint(one.text for one in few)


def test_programs_vary() -> None:
    """Each kind of loop and of property is among the first hundred."""
    text = "\n".join(one.text for one in random_families.programs(1, 100))
    loops = ("i += 2", "i += 3", "[2 * i + 1]", "- 1 - i]", "[i + 1]", "while (i <", "i >= 0; i--")
    for part in (*loops, "break;", "s += a[i]", "m = a[i]", "N; i++", "n; i++", "[k1] ="):
        assert part in text, part


def test_a_safe_program_and_its_unsafe_version_differ_little() -> None:
    pairs = list(random_families.programs(1, 50))
    for safe, unsafe in zip(pairs[::2], pairs[1::2], strict=True):
        assert safe.name.removesuffix("_safe") == unsafe.name.removesuffix("_unsafe")
        assert safe.text.split("\n", 1)[1] != unsafe.text.split("\n", 1)[1]


@pytest.mark.share(5)
@pytest.mark.parametrize("seed", range(1, 11))
def test_compiled_programs_agree_with_their_labels(seed: int, tmp_path: Path) -> None:
    for one in random_families.programs(1000 + seed, 4):
        assert random_families.fails(one, tmp_path) is not one.safe, one.text
