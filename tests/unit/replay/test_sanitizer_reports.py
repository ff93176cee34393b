"""Reports of AddressSanitizer on an access, on a call of `free`, and on the object of the pointer."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.replay import sanitizer_reports
from veriabs.replay.sanitizer_reports import about_object, line_of_access, line_of_call, points_nowhere

PROGRAM = Path("/run/checked")
PLACES = {
    "0x10": ("/run/checked.c", 7),
    "0xf": ("/run/checked.c", 7),
    "0x20": ("/src/a.c", 12),
    "0x1f": ("/src/a.c", 11),
    "0x2f": ("/src/a.c", 4),
    "0x3f": ("/src/a.c", 9),
}


@pytest.fixture(autouse=True)
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sanitizer_reports, "place_at", lambda program, address: PLACES.get(address, ("??", 0)))


def stack(*offsets: str) -> str:
    frames = ("/lib/libasan.so.8+0xb76a8", *(f"{PROGRAM}+{offset}" for offset in offsets), "/lib/libc.so.6+0x27")
    return "".join(f"    #{number} 0x55d0 ({frame})\n" for number, frame in enumerate(frames))


ACCESS = f"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n{stack('0x20')}\n"


def test_an_access_is_at_the_first_place_of_the_program() -> None:
    assert line_of_access(ACCESS, PROGRAM, "a.c") == 12


def test_an_access_by_the_runtime_or_in_another_file_is_at_no_line() -> None:
    assert line_of_access(stack("0x10", "0x20"), PROGRAM, "a.c") == 0
    assert line_of_access(ACCESS, PROGRAM, "b.c") == 0
    assert line_of_access("", PROGRAM, "a.c") == 0


def test_line_of_a_call_precedes_its_return_address() -> None:
    assert line_of_call(stack("0x10", "0x20"), PROGRAM, "a.c") == 11
    assert line_of_call(stack("0x10"), PROGRAM, "a.c") == 0


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("", ""),
        (f"allocated by thread T0 here:\n{stack('0x10', '0x30')}\n", " (allocated at line 4)"),
        (
            f"freed by thread T0 here:\n{stack('0x40')}\npreviously allocated by thread T0 here:\n{stack('0x30')}\n",
            " (allocated at line 4, freed at line 9)",
        ),
        ("    [32, 48) 'a' (line 2) <== Memory access at offset 48 overflows this variable\n", " (the variable a)"),
        ("    [48, 216) 'x' <== Memory access at offset 48 is inside this variable\n", " (the variable x)"),
        ("0x5 is located 4 bytes after global variable 'g' defined in 'a.c:3:5' (0x1)\n", " (the variable g)"),
    ],
)
def test_object_of_the_access_is_reported(told: str, expected: str) -> None:
    assert about_object(ACCESS + told, PROGRAM, "a.c") == expected


@pytest.mark.parametrize(("address", "nowhere"), [("0x000000000041", True), ("0x7f0000000041", False)])
def test_no_object_is_in_the_first_page(address: str, *, nowhere: bool) -> None:
    assert points_nowhere(f"load of misaligned address {address} for type 'int', which requires 4 bytes") == nowhere
    assert not points_nowhere("load of null pointer of type 'int'")
