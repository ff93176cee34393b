# ruff: noqa: E501  (a mutant a line)
"""Conditions of contracts and entries are switched off: a trap is then proved wrongly, so the trap tests the condition."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from veriabs.core.results import Verdict
from veriabs.frontend import definite_assignment, entry, reach
from veriabs.frontend.contract import annotations, comment_macros, contract, numbers, quantifiers, reader, terms
from veriabs.frontend.contract.syntax import Chain, ClauseNode, Logical
from veriabs.frontend.contract.values import Integer
from veriabs.frontend.harness import callees, frame, main, objects, state
from veriabs.solvers.driver import Cbmc

sys.path.insert(0, str(Path(__file__).parent.parent))

from test_contract_traps import PROGRAMS, decided  # noqa: E402

pytestmark = [pytest.mark.cbmc, pytest.mark.long]


@dataclass(frozen=True, slots=True)
class Mutant:
    """An attribute that is replaced, and the trap that is proved without it.

    `besides`: part of the condition that the verdict has anyway.
    """

    name: str
    place: object
    attribute: str
    value: object
    trap: str
    besides: str = ""


def in_c(operator: str, left: Integer, right: Integer) -> Integer:
    """An operation as C computes it, in the type of the operands."""
    return numbers.c_integer(f"({left.text} {operator} {right.text})", left.type)


def first_pair(operands: tuple[ClauseNode, ...], operators: tuple[str, ...]) -> ClauseNode:
    return Chain(operands[:2], operators[:1])


def to_the_left(self: object, parts: list[ClauseNode]) -> ClauseNode:
    """`a && (b ==> c)` as `(a && b) ==> c`."""
    left, operator, right = parts
    if str(operator) == "&&" and isinstance(right, Logical) and right.operator == "==>":
        return Logical("==>", Logical("&&", left, right.left), right.right)
    return Logical(str(operator), left, right)


def no_items(*_: object) -> Iterator[object]:
    return iter(())


def unchanged(text: str, *_: object) -> tuple[str, list[str]]:
    return text, []


def without_clauses(*given: object) -> object:
    return main.Harness(*given[:-2], frozenset(), given[-1])  # type: ignore[arg-type]


def without_member(node: ClauseNode, place: Callable[[ClauseNode], frame._Place | None] = frame._place) -> frame._Place | None:
    found = place(node)
    return None if found is None else frame._Place(found.base, found.cells)


INITIAL = "hold their initial values"


def one_number(cell: object) -> list[tuple[str, object]]:
    return [("", cell)]


def empty_frame(*_: object) -> frame.AssignsGoals:
    return frame.AssignsGoals((), ())


def before_parenthesis(pieces: list[annotations._Piece]) -> annotations._Piece | None:
    return next((one for one, other in pairwise(pieces) if other.text == "("), None)


def no_inner(*_: object) -> Iterator[object]:
    return iter(())


TRUE: Callable[..., bool] = lambda *_, **__: True  # noqa: E731
MUTANTS = (
    Mutant("sums wrap", terms, "arithmetic", in_c, "sum_is_mathematical_unsafe"),
    Mutant("chains end early", reader, "_chained", first_pair, "chain_of_equalities_unsafe"),
    Mutant("implications reach to the left", reader._Builder, "logical", to_the_left, "implication_behind_and_unsafe"),
    Mutant("annotations of statements are skipped", annotations, "_inner", no_inner, "annotation_of_a_statement_unsafe"),
    Mutant("names hide others", main, "reserved_names", lambda tree: set(), "global_named_like_a_parameter_unsafe"),
    Mutant("statics begin as they are", state, "statics_of", no_items, "static_local_keeps_its_value_unsafe"),
    Mutant("callers owe nothing", callees, "_goals", no_items, "precondition_of_a_callee_unsafe"),
    Mutant("pointers are apart", contract.Contract, "separates", TRUE, "aliased_parameters_unsafe"),
    Mutant("members are apart", contract.Contract, "separates", TRUE, "member_array_overlaps_unsafe"),
    Mutant("null members make no difference", objects.ObjectWriter, "_only_accessed", TRUE, "member_array_may_be_null_unsafe"),
    Mutant("null makes no difference", objects, "only_accessed", TRUE, "null_of_an_empty_range_unsafe"),
    Mutant("nothing is read", definite_assignment.Flow, "statement", TRUE, "out_parameter_is_set_on_one_way_unsafe"),
    Mutant("variables of the file do not matter", main, "variables_of", lambda tree: [], "initial_values_of_globals_unsafe"),
    Mutant("variables in clauses do not matter", entry, "Harness", without_clauses, "variable_that_only_a_clause_names_unsafe"),
    Mutant("old structs are what they are now", terms, "is_whole", lambda *_: False, "old_struct_unsafe"),
    Mutant("a name is what precedes parentheses", annotations, "_function_name_token", before_parenthesis, "function_name_in_parentheses_unsafe"),
    Mutant("macros are operands", comment_macros, "_OPERAND", re.compile(".*"), "macro_without_parentheses_unsafe"),
    Mutant("out-parameters are apart", main.Harness, "_separation_conditions", no_items, "one_pointer_for_two_parameters_unsafe"),
    Mutant("out-parameters have one name", definite_assignment, "escapes", lambda *_: False, "out_parameter_behind_a_comma_unsafe"),
    Mutant("valid memory may be written", main.Harness, "_access_conditions", no_items, "memory_that_is_only_read_unsafe"),
    Mutant("valid memory may be freed", main.Harness, "_access_conditions", no_items, "memory_that_is_not_allocated_unsafe"),
    Mutant("variables are not written", reach, "_is_shared", lambda *_: False, "variable_behind_a_parameter_unsafe"),
    Mutant("ends of ranges have their last values", frame, "_at_entry", lambda term: term, "assigned_range_ends_at_an_old_value_unsafe"),
    Mutant("ranges of assigns are whole objects", frame, "_covers", TRUE, "assigned_cell_behind_the_range_unsafe"),
    Mutant("members of assigns are whole objects", frame, "_place", without_member, "assigned_member_unsafe"),
    Mutant("variables of the file stay", main, "frame", empty_frame, "assigned_variable_unsafe"),
    Mutant("constants point to nothing", main.Harness, "_constants", lambda _: [], "assigned_literal_through_a_constant_unsafe"),
    Mutant("assigns of a behavior are skipped", main, "frame", empty_frame, "assigned_in_a_behavior_unsafe"),
    Mutant("what variables point to is known", frame, "_members", one_number, "assigned_literal_through_a_variable_unsafe", INITIAL),
    Mutant("differences do not wrap", quantifiers, "_c_type_loop", None, "range_of_an_unsigned_difference_unsafe"),
)  # fmt: skip


def as_numbers(limited: object, lower: object, upper: object, scope: object, counter: str) -> object:
    from veriabs.frontend.contract import syntax

    assert isinstance(lower, quantifiers._Relation) and isinstance(upper, quantifiers._Relation)
    assert isinstance(lower.high, syntax.Name)
    return quantifiers._integer_loop(lower.high, None, (lower, upper), scope, counter)  # type: ignore[arg-type]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "-"))
def test_a_condition_that_is_switched_off_is_noticed(
    mutant: Mutant, monkeypatch: pytest.MonkeyPatch, cbmc: Cbmc
) -> None:
    value = as_numbers if mutant.value is None else mutant.value
    monkeypatch.setattr(mutant.place, mutant.attribute, value)
    report = decided(PROGRAMS / f"{mutant.trap}.c", cbmc, 60.0)
    assert report.verdict is Verdict.TRUE
    assert all(mutant.besides and mutant.besides in one.text for one in report.conditions)
