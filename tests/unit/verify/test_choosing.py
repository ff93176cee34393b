"""Which strategy begins: rules that are learned, written, read, and foretold by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from veriabs.core.errors import InputError
from veriabs.core.loop_model import LoopModel
from veriabs.strategies import default, provers
from veriabs.verify import choosing
from veriabs.verify.choosing import Rule, Sample, Winner, cross_validated, learn, ordered, read, write

SUMS = frozenset({"a scalar added up", "more than one loop"})
COPIES = frozenset({"the loops fuse", "more than one loop"})
COPY = """
int a[1000], b[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) b[i] = a[i];
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == b[i]);
}
"""
NESTED = COPY.replace("b[i] = a[i];", "for (int j = 0; j < 1000; j++) b[i] = a[i];")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the user's table would be."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    choosing.current.cache_clear()
    yield tmp_path / "veriabs" / "choosing.json"
    choosing.current.cache_clear()


def samples(count: int) -> list[Sample]:
    sums = [Sample(SUMS, "closed_forms", "shrinking")] * count
    return [one for pair in zip(sums, [Sample(COPIES, "pruning", "shrinking")] * count, strict=True) for one in pair]


def test_what_tells_tasks_apart_is_learned() -> None:
    table = learn(samples(20))
    found = [next(rule.strategy for rule in table if rule.fits(features)) for features in (SUMS, COPIES)]
    assert found == ["closed_forms", "pruning"]


def test_what_was_learned_foretells_other_tasks() -> None:
    found = cross_validated(samples(20))
    assert (found.samples, found.learned, found.unlearned) == (40, 40, 0)
    assert found.is_better


def test_where_nothing_tells_them_apart_the_order_is_as_good() -> None:
    mixed = [Sample(COPIES, name, name) for name in ("shrinking", "closed_forms")] * 20
    found = cross_validated(mixed)
    assert found.unlearned == 40 and not found.is_better


def test_few_tasks_make_no_rule_of_their_own() -> None:
    odd = [Sample(SUMS, "closed_forms", "shrinking")] * (choosing.FEWEST - 1)
    table = learn([*odd, *[Sample(COPIES, "shrinking", "shrinking")] * 30])
    assert {rule.strategy for rule in table if rule.has or rule.lacks} <= {"shrinking"}


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = learn(samples(20))
    write(tmp_path / "deep" / "table.json", table, 40)
    assert read(tmp_path / "deep" / "table.json") == table


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"rules": [{}]}', '{"rules": [{"has": ["big"], "lacks": [], "strategy": "x", "won": 1, "of": 1}]}'],
)
def test_what_is_no_table_is_told_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "table.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"not a table of strategies .*; veriabs learn makes one anew$"):
        read(tmp_path / "table.json")


def test_without_a_table_strategies_have_their_own_order(own: Path, model: Callable[[str], LoopModel]) -> None:
    task = model(COPY)
    found, why = ordered(default(), task)
    assert not own.exists()
    assert found == provers(default(), task)
    assert why == "the first in order"


def test_the_strategy_that_a_rule_names_begins(own: Path, model: Callable[[str], LoopModel]) -> None:
    rule = Rule(("more than one loop",), ("a loop in a loop",), "pruning", 7, 8)
    write(own, (rule,), 8)
    task = model(COPY)
    found, why = ordered(default(), task)
    assert found[0][0] == "pruning"
    assert found[1:] == [one for one in provers(default(), task) if one[0] != "pruning"]
    assert why == "pruning proved 7 of 8 tasks like it (more than one loop, not: a loop in a loop)"


def test_what_proved_another_goal_begins(own: Path, model: Callable[[str], LoopModel]) -> None:
    task = model(COPY)
    found, why = ordered(default(), task, Winner("witness_index"))
    assert found[0][0] == "witness_index"
    assert found[1:] == [one for one in provers(default(), task) if one[0] != "witness_index"]
    assert why == "it proved another goal of the program"
    assert ordered(("shrinking",), task, Winner("witness_index"))[1] == "the first in order"


def test_what_was_likely_for_another_goal_makes_way_for_what_is_for_this_one(
    own: Path, model: Callable[[str], LoopModel]
) -> None:
    counted = model("int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (__VERIFIER_nondet_int()) "
                    "if (i < n) i++; __VERIFIER_assert(i == 0 || i <= n); return 0; }")
    winner = Winner("induction", counted)
    assert winner.was_likely and not Winner("shrinking", counted).was_likely
    nested, plain = model(NESTED), model(COPY)
    assert ordered(default(), nested, winner)[0][0][0] == "closed_forms"
    assert ordered(default(), nested, Winner("induction"))[0][0][0] == "induction"
    assert ordered(default(), plain, winner)[0][0][0] == "induction"


def test_where_nothing_speaks_for_any_closed_forms_begin(own: Path, model: Callable[[str], LoopModel]) -> None:
    found, why = ordered(default(), model(COPY))
    assert ([name for name, _ in found[:2]], why) == (["closed_forms", "shrinking"], "the first in order")


def test_what_has_given_up_another_goal_does_not_begin(own: Path, model: Callable[[str], LoopModel]) -> None:
    task = model(NESTED)
    found, why = ordered(default(), task)
    assert (found[0][0], why) == ("closed_forms", "the task looks like one for it")
    others, why = ordered(default(), task, given_up={"closed_forms"})
    assert (others[0][0], why) == ("shrinking", "the first in order")
    assert dict(others) == dict(found)


def test_behind_the_first_one_what_serves_all_assertions_starts_before_the_others(
    own: Path, model: Callable[[str], LoopModel]
) -> None:
    search = "int a[99]; int main(void) { int i = 0; while (i < 99 && a[i] != 4) i++; %s }"
    one, several = (model(search % (count * "__VERIFIER_assert(i >= 0); ")) for count in (1, 2))
    names = [name for name, _ in ordered(default(), several)[0]]
    assert names[:3] == ["cell_invariants", "closed_forms", "shrinking"]
    assert [name for name, _ in ordered(default(), one)[0]][:2] == ["closed_forms", "shrinking"]


def test_a_strategy_that_was_not_chosen_does_not_begin(own: Path, model: Callable[[str], LoopModel]) -> None:
    write(own, (Rule((), (), "pruning", 7, 8),), 8)
    found, why = ordered(("shrinking", "closed_forms"), model(COPY))
    assert [name for name, _ in found] == ["shrinking", "closed_forms"]
    assert why == "the first in order"


def test_all_that_are_likely_are_foretold_or_the_one_that_begins(own: Path, model: Callable[[str], LoopModel]) -> None:
    sorted_twice = NESTED.replace("b[i] = a[i];", "if (a[j] > a[i]) b[i] = b[j] = a[i];")
    task = model(sorted_twice.replace("int a[1000]", "int n = 0, a[1000]"))
    every, why = ordered(default(), task)
    assert why == choosing.LIKELY
    likely = [name for name, one in every if one.likely(task)]
    assert choosing.foretold(every, why, task) == set(likely)
    assert choosing.foretold(every, choosing.UNFORETOLD, task) == set()
    assert choosing.foretold(every, "it proved another goal of the program", task) == {every[0][0]}
    assert choosing.foretold([], "a rule", task) == set()
