"""Test the features of loops by which strategies are chosen, such as that a loop sorts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.loops.features import compacts, merges, mixes, rearranges, transforms_in_place_twice

FILL = "for (i = 0; i < 1000; i++) a[i] = {value};"


def task(code: str) -> str:
    return f"int a[2000], b[1000], m[1000][2]; float f[1000];\nint main(void) {{ int i, j, s = 0, k = 0;\n{code}\n}}"


def test_cells_are_placed_in_some_iterations(model: Callable[[str], LoopModel]) -> None:
    text = "for (i = 0; i < 1000; i++) if (b[i]) a[k++] = i; __VERIFIER_assert(a[5]);"
    assert compacts(model(task(text)).program)


@pytest.mark.parametrize(
    "loop",
    [
        "for (i = 0; i < 1000; i++) { a[k] = i; k++; if (b[i]) s++; }",  # placed in every iteration
        "for (i = 0; i < 1000; i++) if (b[i]) { a[i] = k; k++; }",  # moved, and no index
        "for (i = 0; i < 1000; i++) { if (b[i]) k = i; a[k] = i; }",  # set anew, and not moved
    ],
)
def test_conditional_placement_is_recognised_by_its_moving_index(model: Callable[[str], LoopModel], loop: str) -> None:
    task_ = model(task(f"{loop} __VERIFIER_assert(a[5] + k + s);"))
    assert not compacts(task_.program)


NESTS = {
    "exchanged": ("for (j = 0; j < i; j++) if (a[j] > a[j + 1]) { k = a[j]; a[j] = a[j + 1]; a[j + 1] = k; }", True),
    "moved on": ("for (j = i; j > 0 && a[j - 1] > k; j--) a[j] = a[j - 1];", True),
    "the least one put in front": ("for (j = i; j < 1000; j++) if (a[j] < a[s]) s = j; k = a[s]; a[i] = k;", True),
    "moved without a question": ("for (j = 1; j < 1000; j++) a[j - 1] = a[j];", False),
    "taken from another array": ("for (j = 0; j < i; j++) if (a[j] > 5) a[j] = b[j];", False),
    "other cells say so": ("for (j = 1; j < 1000; j++) if (b[j]) a[j - 1] = a[j];", False),
}
"""Bodies of a loop over i, and whether they move cells by comparing their values, as sorting does."""


@pytest.mark.parametrize("name", NESTS)
def test_rearrangement_by_content_is_recognised(model: Callable[[str], LoopModel], name: str) -> None:
    body, is_moved = NESTS[name]
    found = model(task(f"int j; for (i = 0; i < 1000; i++) {{ {body} }} __VERIFIER_assert(a[5] <= a[6]);"))
    assert rearranges(found.program) is is_moved


@pytest.mark.parametrize(("loops", "again"), [("{0} {0}", True), ("{0}", False), ("{0} {1} {1}", False)])
def test_cells_changed_in_place_again_and_again_are_seen(
    loops: str, again: bool, model: Callable[[str], LoopModel]
) -> None:
    change, fill = "i = 0; while (a[i]) { a[i] = -a[i]; i++; }", FILL.format(value="7")
    code = f"a[1999] = 0; {loops.format(change, fill)} __VERIFIER_assert(a[5]);"
    assert transforms_in_place_twice(model(task(code)).program) is again


@pytest.mark.parametrize(
    ("loop", "merged"),
    [
        ("for (i = 0; i < 1000; i++) if (b[k] < b[s]) { a[i] = b[k]; k++; } else { a[i] = b[s]; s++; }", True),
        ("for (i = 0; i < 1000; i++) if (b[k] < 5) { a[i] = b[k]; k++; }", False),  # one place to take them from
        ("for (i = 0; i < 1000; i++) { a[i] = b[k] + b[s]; k++; s++; }", False),  # in step
        ("for (i = 0; i < 1000; i++) if (b[k] < b[s]) k++; else s++;", False),  # nothing is stored
    ],
)
def test_merges_are_recognised(model: Callable[[str], LoopModel], loop: str, merged: bool) -> None:
    assert merges(model(task(f"{loop} __VERIFIER_assert(a[5] + k + s);")).program) is merged


@pytest.mark.parametrize(
    ("code", "mixed"),
    [
        ("for (i = 0; i < 1000; i++) s = s >> 1 ^ a[i];", True),
        ("for (i = 0; i < 1000; i++) { k = s ^ a[i]; s = s << 1 ^ k; }", True),
        ("for (i = 0; i < 1000; i++) for (j = 0; j < 8; j++) s = s & 1 ? s >> 1 ^ 9 : s >> 1;", True),
        ("s = s >> 1 ^ 9;", False),
        ("for (i = 0; i < 1000; i++) s = s ^ a[i];", False),
        ("for (i = 0; i < 1000; i++) { k = a[i]; k = k ^ k >> 4; s = s ^ k; }", False),
        ("for (i = 0; i < 1000; i++) s = s >> 1;", False),
        ("for (i = 0; i < 1000; i++) s = s ^ a[i] >> 1;", False),
        ("for (i = 0; i < 1000; i++) a[i] = s >> 1 ^ k;", False),
    ],
)
def test_bit_mixing_is_recognised_by_shifted_carried_values(
    code: str, model: Callable[[str], LoopModel], *, mixed: bool
) -> None:
    assert mixes(model(task(f"{code} __VERIFIER_assert(s);")).program) is mixed
