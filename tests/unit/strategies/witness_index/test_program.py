"""The parts of the transformed program: witness indices, visits, gaps, and assumptions."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from witnessed import COPY, Make, body, spelled

PRELUDE = Path(__file__).parents[3] / "cprover_prelude.h"


# --------------------------------------------------------------------------------------------------- witness indices


def test_no_assumption_keeps_an_index_within_its_array(model: Make) -> None:
    """An array without cells would leave no run at all (trap s25)."""
    assumed = [line for line in spelled(model(COPY)).splitlines() if "assume" in line and "i_a" in line]
    assert all("==" in line for line in assumed)


# -------------------------------------------------------------------------------------------------------------- gaps


def test_no_generated_name_is_one_of_the_program(model: Make) -> None:
    """Names that the front end numbers, such as a second `trips`, are not among those that are written here."""
    call = "static int f(void) { int trips = 3, passed = 4; return trips + passed; }"
    inner = "int passed = b[i]; trips += passed > 0; a[i] = 0;"
    made = model(f"{call} {body(inner).replace('m = 0;', 'm = 0; int trips = f();').replace('m + k', 'trips')}")
    assert "trips2" in made.scalars
    for reach in (False, True):
        written = spelled(made, reach=reach)
        declared = re.findall(r"^ *const [\w ]+?(\w+) = ", written, re.MULTILINE)
        assert not {*declared} & {*made.scalars, *made.program.arrays}


# ------------------------------------------------------------------------------------------------------ whole texts


@pytest.mark.parametrize("reach", [False, True])
def test_gcc_accepts_the_programs(reach: bool, model: Make) -> None:
    inner = "if (b[i] > m) { m = b[i]; a[k] = 1; k++; } if (b[i] == 5) break; for (int j = 0; j < i; j++) a[j] = b[i];"
    command = ["gcc", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-include", str(PRELUDE), "-x", "c", "-"]
    written = spelled(model(body(inner)), reach=reach)
    found = subprocess.run(command, input=written, capture_output=True, text=True, timeout=60, check=False)
    assert found.stderr == ""
