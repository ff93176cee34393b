"""The parts of the transformed program: witness indices, visits, gaps, and assumptions."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from witnessed import COPY, Make, body, first, spelled

from veriabs.strategies.witness_index.accesses import MOST_VISITS
from veriabs.strategies.witness_index.program import Kind, transformed

PRELUDE = Path(__file__).parents[3] / "cprover_prelude.h"


# --------------------------------------------------------------------------------------------------- witness indices


def test_no_assumption_keeps_an_index_within_its_array(model: Make) -> None:
    """An array without cells would leave no run at all (trap s25)."""
    assumed = [line for line in spelled(model(COPY)).splitlines() if "assume" in line and "i_a" in line]
    assert all("==" in line for line in assumed)


# ------------------------------------------------------------------------------------------------------------ visits


def test_havocked_arrays_may_count_as_written(model: Make) -> None:
    """Else a last write of the outer loop that only happens in a gap of the inner one is assumed away."""
    inner = " ".join(f"a[k + {n}] = 0;" for n in range(MOST_VISITS + 1))
    made = model(body(f"for (k = 0; k < 60; k++) {{ {inner} }}"))
    assert "x_a_written = nondet_bool();" in spelled(made)


def test_a_distrusted_hit_becomes_a_last_write(model: Make) -> None:
    made = model(body("a[i] = 0;"))
    about = transformed(first(made), Kind.CHECKS).about
    hits = frozenset(name for name in about.values() if name.startswith("i_a"))
    assert "loop_1_last_x_a" in spelled(made, distrusted=hits)
    assert "loop_1_last_x_a" not in spelled(made)


def test_counters_that_are_distrusted_are_arbitrary(model: Make) -> None:
    made = model(body("a[i] = 0;"))
    names = frozenset(transformed(first(made), Kind.CHECKS).about.values())
    distrusted = spelled(made, distrusted=names)
    assert "loop_1_trips" not in distrusted
    assert re.search(r"^ *i = nondet_int\(\);$", distrusted.split("the loop at line")[1], re.MULTILINE)


# -------------------------------------------------------------------------------------------------------------- gaps


def test_no_generated_name_is_one_of_the_program(model: Make) -> None:
    """Names that the front end numbers, such as a second `trips`, are not among those that are written here."""
    call = "static int f(void) { int trips = 3, passed = 4; return trips + passed; }"
    inner = "int passed = b[i]; trips += passed > 0; a[i] = 0;"
    made = model(f"{call} {body(inner).replace('m = 0;', 'm = 0; int trips = f();').replace('m + k', 'trips')}")
    assert "trips2" in made.scalars
    for kind in Kind:
        written = spelled(made, kind)
        declared = re.findall(r"^ *const [\w ]+?(\w+) = ", written, re.MULTILINE)
        assert not {*declared} & {*made.scalars, *made.program.arrays}


def test_checks_of_a_loop_that_breaks_go_on_from_its_break(model: Make) -> None:
    """Writes of the last iteration before its break belong to the state in which later loops start."""
    made = model(body("a[i] = 0; if (b[i]) { k = 1000; break; }", "for (m = k; m < 2000; m++) b[m % 50] = 0;"))
    written = spelled(made, Kind.CHECKS)
    assert written.count("k = 1000;") == 1
    assert "goto leave_1;" in written


# ------------------------------------------------------------------------------------------------------ whole texts


@pytest.mark.parametrize("kind", Kind)
def test_gcc_accepts_the_programs(kind: Kind, model: Make) -> None:
    inner = "if (b[i] > m) { m = b[i]; a[k] = 1; k++; } if (b[i] == 5) break; for (int j = 0; j < i; j++) a[j] = b[i];"
    command = ["gcc", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-include", str(PRELUDE), "-x", "c", "-"]
    written = spelled(model(body(inner)), kind)
    found = subprocess.run(command, input=written, capture_output=True, text=True, timeout=60, check=False)
    assert found.stderr == ""
