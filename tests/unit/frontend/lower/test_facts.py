"""Facts about pointers: one lowering finds all that it can, and the next one begins with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, lower_file

from veriabs.core.source import Where
from veriabs.frontend.lower import lower
from veriabs.frontend.lower.facts import PointerFacts
from veriabs.frontend.lower.places import ObjectKey

WHERE = Where("a.c", 1)
POINTER = "int *p{0} = 0; while (__VERIFIER_nondet_bool()) {{ if (p{0}) *p{0} = 1; p{0} = a; }}"
KEYS = [ObjectKey(name, WHERE, 0, summary=False, zero=False) for name in "abcd"]


def lowerings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pointers: int) -> int:
    """How often a program is lowered in which so many pointers need null flags, of which none is known at first."""
    seen, body = [], lower._body
    code = " ".join(POINTER.format(number) for number in range(pointers))
    with monkeypatch.context() as patched:
        patched.setattr(lower, "_body", lambda *given: seen.append(given) or body(*given))
        text = f"{DECLARATIONS}int main() {{ int a[3] = {{0}}; {code} __VERIFIER_assert(a[0] < 2); }}"
        program = lower_file(tmp_path / "p.c", text)
    assert sum(name.endswith("_null") for name in program.scalars) == pointers and not program.gaps
    return len(seen)


def test_number_of_lowerings_does_not_grow_with_the_number_of_pointers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 1 < lowerings(tmp_path, monkeypatch, 1) == lowerings(tmp_path, monkeypatch, 12)


def test_targets_are_learned_from_a_lowering_that_had_all_other_facts() -> None:
    facts, pointer = PointerFacts(), ("p", WHERE, 0)
    facts.learned[pointer] = KEYS[0]
    assert facts.flag([pointer]) and facts.new
    facts.grow()
    assert not facts.new and not facts.pointees and facts.is_flagged(pointer) and not facts.flag([pointer])
    facts.learned[pointer] = KEYS[0]
    facts.grow()
    assert facts.pointees == {pointer: KEYS[0]} and not facts.new


def test_a_pointer_has_a_flag_in_each_call_if_it_has_one_in_several() -> None:
    facts = PointerFacts()
    facts.flag([("p", WHERE, 3)])
    assert not facts.is_flagged(("p", WHERE, 4))
    facts.flag([("p", WHERE, 0)])
    assert facts.is_flagged(("p", WHERE, 4)) and not facts.is_flagged(("q", WHERE, 0))


def test_regions_that_share_an_object_are_one() -> None:
    facts, (a, b, c, d) = PointerFacts(), KEYS
    facts.joined = [(a, b), (c, d)]
    facts.grow()
    assert facts.together[a] == facts.together[b] != facts.together[c] == facts.together[d]
    facts.joined = [(b, d)]
    facts.grow()
    assert len(set(facts.together.values())) == 1
