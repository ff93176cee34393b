"""Each model of a library function against the real function: one program calls both with the same random arguments."""

import re
import subprocess
from pathlib import Path

import pytest

from veriabs.core.source import DataModel
from veriabs.frontend.library import ALIASES, ANY, FUNCTIONS, MODELS, Effect, LibraryModel, model_of, with_effect
from veriabs.frontend.lower import libc, primitives, strings

HEAD = """\
#define _GNU_SOURCE
#define __NO_CTYPE
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long state = 88172645463325252ul;
static unsigned long word(void) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return state * 0x2545F4914F6CDD1Dul >> (state >> 58);
}
static char first[2][64], second[2][64];
static void text(char *to, int letters) {
  int length = word() % 20;
  for (int i = 0; i < 64; i++) to[i] = i < length ? "abc\\xe4zA"[word() % letters] : 0;
}
static int sign(int x) { return (x > 0) - (x < 0); }
static int __veriabs_any(void) { return word() % 3 ? (int)word() : -1; }
static void differs(const char *name) { printf("%s differs\\n", name); exit(1); }
"""
ROUND = """\
  for (int round = 0; round < {rounds}; round++) {{
    int letters = 1 + word() % 6;
    text(first[0], letters); memcpy(first[1], first[0], 64);
    text(second[0], letters); memcpy(second[1], second[0], 64);
    if (word() % 4 == 0) {{ memcpy(second[0], first[0], 64); memcpy(second[1], first[0], 64); }}
    if (word() % 4 == 0) second[0][2] = second[1][2] = 0;
    {arguments}
    {result} real = {name}({given0});
    {result} modelled = model_{name}({given1});
    if (!({same}) || memcmp(first[0], first[1], 64)) differs("{name}");
  }}
  puts("{name}");
"""
SIGNS = ("strncmp", "memcmp")


def parameters(model: LibraryModel) -> list[str]:
    return model.prototype.partition("(")[2].rstrip(")").split(", ")


def random_argument(model: LibraryModel, ctype: str) -> str:
    """An argument of that type."""
    if model.domain is not None:
        return f"(int)(word() % {model.domain.high - model.domain.low + 1}) + {model.domain.low}"
    if ctype == "__SIZE_TYPE__":
        return "word() % 20"
    if ctype in ("double", "float"):
        return "word() % 3 ? ((long)word() - 5) / 7.0 : word() % 2 ? -0.0 : -1e300 * 1e300"
    if ctype == "int" and model.effect is Effect.SEARCHES or model.name == "memchr":
        return 'word() % 3 ? "abc\\xe4zA"[word() % 7] : (int)word() % 512'
    return "(word() % 9 ? word() : 0)" + (
        " | 1ull << word() % 32" if "clz" in model.name or "ctz" in model.name else ""
    )


def block(model: LibraryModel) -> str:
    """The statements that compare a model with its function."""
    listed, names, drawing = parameters(model), [], []
    for number, ctype in enumerate(listed):
        if "*" in ctype:
            names.append("first" if number == 0 else "second")
            continue
        drawing.append(f"{ctype} argument{number} = {random_argument(model, ctype)};")
        names.append(f"argument{number}")
    given = [", ".join(f"{n}[{w}]" if n in ("first", "second") else n for n in names) for w in (0, 1)]
    result = model.prototype.partition("(")[0].removesuffix(model.name).strip()
    same = "real == modelled"
    if model.effect is Effect.COPIES_ANEW:
        same = "!strcmp(real, modelled)"
    elif "*" in result:
        result, same = "char *", "real ? modelled && modelled - first[1] == real - first[0] : !modelled"
    elif model.truth:
        same = "!real == !modelled"
    elif model.name in SIGNS:
        same = "sign(real) == sign(modelled)"
    elif result in ("double", "float"):
        same = "!memcmp(&real, &modelled, sizeof real)"
    return ROUND.format(
        rounds=3000,
        arguments=" ".join(drawing),
        result=result,
        name=model.name,
        given0=given[0],
        given1=given[1],
        same=same,
    )


def comparison() -> str:
    """The program that compares them all; what is arbitrary in a model is a random number."""
    models = []
    for model in MODELS.values():
        text = model.definition(DataModel.LP64, guarded=False)
        models.append(re.sub(rf"\b{model.name}\(", f"model_{model.name}(", text, count=1))
    blocks = map(block, MODELS.values())
    return "\n".join([HEAD, *models, "int main(void) {", *blocks, "  return 0;", "}", ""])


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    folder = tmp_path_factory.mktemp("models")
    source, program = folder / "models.c", folder / "models"
    source.write_text(comparison())
    subprocess.run(["gcc", "-w", "-O1", "-fno-builtin", str(source), "-lm", "-o", str(program)], check=True)
    return subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)


def test_models_agree_with_the_library_functions(compared: subprocess.CompletedProcess[str]) -> None:
    assert (compared.stdout.split("\n")[:-1], compared.returncode) == (list(MODELS), 0)


def test_another_model_would_be_noticed(tmp_path: Path) -> None:
    source, program = tmp_path / "models.c", tmp_path / "models"
    source.write_text(comparison().replace("c >= 'a' && c <= 'z' ? c - 32", "c >= 'a' && c < 'z' ? c - 32"))
    subprocess.run(["gcc", "-w", "-O1", "-fno-builtin", str(source), "-lm", "-o", str(program)], check=True)
    run = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    assert (run.stdout, run.returncode) == ("toupper differs\n", 1)


def test_names_of_types_are_left_out_of_prototypes() -> None:
    assert MODELS["memchr"].prototype == "void *memchr(const void *, int, __SIZE_TYPE__)"
    assert MODELS["isalpha"].prototype == "int isalpha(int)"


def test_a_long_is_as_wide_as_a_long_long_in_one_model_only() -> None:
    assert ALIASES["__builtin_clzl"] == "__builtin_clzll"
    assert model_of("__builtin_clzl", DataModel.LP64) is MODELS["__builtin_clzll"]
    assert model_of("__builtin_clzl", DataModel.ILP32) is None
    assert model_of("__builtin_strchr", DataModel.ILP32) is MODELS["strchr"]
    assert model_of("own", DataModel.LP64) is None


def test_effects_are_known_under_all_names() -> None:
    assert {"strchr", "__builtin_strchr"} <= with_effect(Effect.SEARCHES)
    assert "toupper" in with_effect(Effect.READS)


def test_guarded_model_returns_any_value_for_invalid_arguments() -> None:
    assert f"c > 255) return {ANY}()" in MODELS["isdigit"].definition(DataModel.LP64, guarded=True)
    assert ANY not in MODELS["isdigit"].definition(DataModel.LP64)
    assert "unsigned int n" in MODELS["strnlen"].definition(DataModel.ILP32, guarded=True)


def test_every_function_is_lowered_but_for_those_that_only_slices_know() -> None:
    by_hand = {*libc.HANDLERS, *strings.HANDLERS, *primitives.HANDLERS}
    assert by_hand - FUNCTIONS.keys() == {"__builtin_offsetof"}  # its argument is a type
    lowered = by_hand | MODELS.keys() | {"snprintf"} | with_effect(Effect.ASSERTS, Effect.FAILS)
    assert FUNCTIONS.keys() - lowered == {"__builtin_unreachable"}
