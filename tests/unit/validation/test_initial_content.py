"""Both programs begin with the same content of memory that nothing has initialised."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import ScalarMember, Site, SiteKind
from veriabs.core.ctree import integer, substitute_reads
from veriabs.core.expressions import Var
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.results import Agreement, Validation
from veriabs.core.source import Where
from veriabs.core.statements import Assign, If
from veriabs.core.types import BOOL, INT, LLONG, CType, FloatType, IntType
from veriabs.frontend.instrument.observe import observe
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.replay.input_hints import InputHint
from veriabs.validation.initial_content import ContentSlice, part_of, read_before_set
from veriabs.validation.places import Places
from veriabs.validation.validator import Validator

HERE = Where("p.c", 1)
SHORT = IntType("short", 16, True)
PAIR = """extern void __VERIFIER_assert(int); void *malloc(unsigned long);
struct pair { int first, second; };
int main(void) { struct pair *p = malloc(sizeof *p); int r; if (p->second != 7) return 0; r = p->%s; r++;
__VERIFIER_assert(r < 9); return 0; }"""


def read(folder: Path, text: str) -> Program:
    path = folder / "p.c"
    path.write_text(text, encoding="utf-8")
    return load_program(load(path))


def object_of(*members: tuple[str, int, CType], element: int) -> Site:
    return Site(0, SiteKind.MEMORY, "p", INT, HERE, "", tuple(ScalarMember(*one) for one in members), element)


def scalar(source: str, ctype: CType) -> Scalar:
    return Scalar("x", ctype, Initial.NONDET, source, HERE)


def array(source: str, ctype: CType, *sizes: int) -> Array:
    return Array("x", ctype, tuple(map(integer, sizes)), Initial.NONDET, source, HERE)


@pytest.mark.parametrize("member", ["second", "first"])
def test_member_of_an_allocated_struct_starts_with_its_own_cell(tmp_path: Path, member: str) -> None:
    program = read(tmp_path, PAIR % member)
    (site,) = Places(observe(program)).subject.sites[:1]
    validator = Validator(True, lambda: 60.0, proof=Event())
    with ThreadPoolExecutor(1) as beside:
        found = beside.submit(validator.validate, program)
        validator.proved([InputHint("a strategy", {site.where: ((0, 7),)}), InputHint("one", {site.where: ((1, 7),)})])
        assert found.result() == Validation(Agreement.SAME)


def test_read_of_another_member_is_noticed(tmp_path: Path) -> None:
    program = read(tmp_path, PAIR % "second + p->first")
    names = {one.source: one.name for one in program.scalars.values()}
    misread = replace(program, body=substitute_reads(program.body, {names["p.first"]: Var(names["p.second"], INT)}))
    assert misread.body != program.body
    assert Validator(True, lambda: 60.0).validate(misread).translation is Agreement.DIFFERENT


STRUCT = object_of((".n", 0, INT), (".a", 4, SHORT), (".b", 6, SHORT), (".w", 8, LLONG), element=16)
NESTED = object_of(
    *((f".in[{i}].m[{j}]", 4 + 12 * i + 4 + 4 * j, INT) for i in range(3) for j in range(2)), (".n", 0, INT), element=40
)


@pytest.mark.parametrize(
    ("site", "variable", "expected"),
    [
        (STRUCT, scalar("p.n", INT), ContentSlice(4, 4, 0)),
        (STRUCT, scalar("p.b", SHORT), ContentSlice(4, 2, 6)),
        (STRUCT, array("p[].w", LLONG, 5), ContentSlice(4, 8, 8, (16,))),
        (NESTED, array("p.in[].m", INT, 3, 2), ContentSlice(4, 4, 8, (12, 4), (2,))),
        (NESTED, array("p[].in[].m", INT, 7, 3, 2), ContentSlice(4, 4, 8, (40, 12, 4), (3, 2))),
        (object_of(element=0), array("p", INT, 9), ContentSlice(1, 1, strides=(1,))),
        # Another type, a member of an object without known members, and an object for several allocations.
        (STRUCT, scalar("p.b", INT), None),
        (STRUCT, scalar("p", INT), None),
        (object_of((".x", 0, FloatType("float", 32)), element=4), scalar("p.x", FloatType("float", 32)), None),
        (object_of((".f", 0, BOOL), element=4), scalar("p.f", BOOL), None),
        (object_of(element=0), scalar("p.n", INT), None),
        (object_of(element=0), array("p", INT, 1 << 20), None),
        (STRUCT, array("p_and_others[].n", INT, 2), None),
        # The last bytes of memory that is no multiple of a cell are 0.
        (object_of((".c[0]", 0, SHORT), (".c[1]", 2, SHORT), element=6), array("p.c", SHORT, 2), None),
    ],
)
def test_part_of_an_object(site: Site, variable: Scalar | Array, expected: ContentSlice | None) -> None:
    assert part_of(site, variable) == expected


def test_variables_that_may_be_read_before_they_are_set() -> None:
    x, y, z = (Var(name, INT) for name in "xyz")
    body = (Assign(x, integer(1), HERE), If(x, (Assign(y, x, HERE),), (), HERE), Assign(z, y, HERE), Assign(y, z, HERE))
    assert read_before_set(body) == {"y"}
    assert read_before_set(body[1:]) == {"x", "y"}


def test_values_of_parts_are_cells_or_pieces_or_sequences_of_cells() -> None:
    assert ContentSlice(1, 1, strides=(1,)).value(3, "i") == "veriabs_held(3, i)"
    assert ContentSlice(4, 4, 8).value(3) == "veriabs_held(3, (8) / 4)"
    assert ContentSlice(4, 2, 6).value(3) == "(veriabs_held(3, (6) / 4) >> (6) % 4 * 8)"
    assert ContentSlice(4, 8, 8).value(3) == (
        "((veriabs_held(3, (8) / 4 + 0) & 4294967295ULL) << 0 | (veriabs_held(3, (8) / 4 + 1) & 4294967295ULL) << 32)"
    )
    assert ContentSlice(4, 4, 8, (40, 12, 4), (3, 2)).value(0, "i") == (
        "veriabs_held(0, (8 + i / 6 * 40 + i / 2 % 3 * 12 + i / 1 % 2 * 4) / 4)"
    )
