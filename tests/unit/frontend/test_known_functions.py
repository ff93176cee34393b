"""Functions that a program may call without defining them: their prototypes are those of the compiler."""

from __future__ import annotations

import subprocess

import pytest

from veriabs.frontend.known_functions import PROTOTYPES, VERIFICATION, is_known, parameters


@pytest.mark.parametrize("bits", ["-m64", "-m32"])
def test_prototypes_are_those_that_the_compiler_has_built_in(bits: str) -> None:
    text = "".join(f"extern {one};\n" for one in PROTOTYPES.values())
    command = ["gcc", bits, "-fsyntax-only", "-Werror=builtin-declaration-mismatch", "-x", "c", "-"]
    ran = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    assert ran.stderr == ""


@pytest.mark.parametrize("name", [*PROTOTYPES, *VERIFICATION])
def test_a_function_with_a_prototype_is_known_by_its_name(name: str) -> None:
    assert f"{name}(" in {**PROTOTYPES, **VERIFICATION}[name]
    assert is_known(name)


@pytest.mark.parametrize(("name", "known"), [
    ("__VERIFIER_nondet_uint128", True), ("nondet_int", True), ("printf", True), ("fork", True),
    ("__builtin_alloca", True), ("main", False), ("system", False), ("my_malloc", False),
])  # fmt: skip
def test_names_that_have_a_meaning(name: str, known: bool) -> None:
    assert is_known(name) is known


@pytest.mark.parametrize(("name", "types"), [
    ("strncmp", ("const char *", "const char *", "__SIZE_TYPE__")),
    ("printf", ("const char *", "...")),
    ("abort", ()),
    ("unheard_of", ()),
])  # fmt: skip
def test_types_of_parameters(name: str, types: tuple[str, ...]) -> None:
    assert parameters(name) == types
