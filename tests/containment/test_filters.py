"""Test the system-call filters by interpreting them: they decide the same on every machine.

The filters for another machine are tested if its compiler and an emulator of its programs are installed
(`gcc-aarch64-linux-gnu`, `qemu-user`). The emulator enforces no filters, so their effect is not tested there.
"""

from __future__ import annotations

import errno
import platform
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from arena import HERE

ALLOWED, ENDED = "allowed", "ended"
START, SIBLING, WRITING = 100, 0x8011, 0o101
OTHER_MACHINE = 0x40000028
KINDS = {"0": "program", "2": "server", "4": "compiler"}
MACHINES = {platform.machine(): ("gcc",), "aarch64": ("aarch64-linux-gnu-gcc", "qemu-aarch64")}


@dataclass
class Printed:
    """The output of a machine's program: its number, its own process, the calls' numbers, the filters' steps."""

    machine: int = 0
    pid: int = 0
    calls: dict[str, int] = field(default_factory=dict)
    filters: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)


@cache
def printed(machine: str, folder: Path) -> Printed:
    compiler, *emulator = MACHINES[machine]
    program = folder / machine
    subprocess.run([compiler, "-w", "-static", str(HERE / "filters.c"), "-o", str(program)], check=True, timeout=60)
    lines = subprocess.run([*emulator, str(program)], capture_output=True, text=True, check=True, timeout=60).stdout
    found, kind = Printed(), ""
    for line in lines.splitlines():
        match line.split():
            case ["machine", number]:
                found.machine = int(number)
            case ["pid", number]:
                found.pid = int(number)
            case ["call", name, number]:
                found.calls[name] = int(number)
            case ["kind", number]:
                kind = KINDS[number]
            case ["step", *numbers]:
                found.filters.setdefault(kind, []).append(tuple(map(int, numbers)))
    return found


def answer(steps: list[tuple[int, ...]], call: int, machine: int, arguments: Mapping[int, int]) -> str:
    """The decision of a filter about a call; the steps are interpreted as the kernel does."""
    at = value = 0
    while True:
        code, yes, no, operand = steps[at]
        at += 1
        match code:
            case 0x20:  # load a word: the number, the machine, or half of an argument
                which, half = divmod(operand - 16, 8)
                whole = arguments.get(which, 0)
                value = call if operand == 0 else machine if operand == 4 else whole >> 8 * half & 0xFFFFFFFF
            case 0x05:
                at += operand
            case 0x15 | 0x25 | 0x35 | 0x45:
                holds = {0x15: value == operand, 0x25: value > operand, 0x35: value >= operand}
                at += yes if holds.get(code, bool(value & operand)) else no
            case 0x06:
                if operand >> 16 == 5:
                    return errno.errorcode[operand & 0xFFFF]
                return {0x7FFF0000: ALLOWED, 0x80000000: ENDED}[operand]
            case _:
                raise ValueError(code)


# Call, its arguments, and what becomes of it in a program, a server, a compiler; -1 stands for the process itself.
CALLS = [
    ("read", {}, (ALLOWED, ALLOWED, ALLOWED)),
    ("mmap", {}, (ALLOWED, ALLOWED, ALLOWED)),
    ("exit_group", {}, (ALLOWED, ALLOWED, ALLOWED)),
    ("write", {0: 2}, (ALLOWED, ALLOWED, ALLOWED)),
    ("write", {0: 3}, (ENDED, ENDED, ALLOWED)),
    ("openat", {2: 0}, (ALLOWED, ALLOWED, ALLOWED)),
    ("openat", {2: WRITING}, (ENDED, ENDED, ALLOWED)),
    ("unlinkat", {}, (ENDED, ENDED, ALLOWED)),
    ("memfd_create", {}, (ENDED, ENDED, ALLOWED)),
    ("execve", {}, (ENDED, ENDED, ALLOWED)),
    ("execveat", {0: START}, (ALLOWED, ALLOWED, ALLOWED)),
    ("execveat", {0: 5}, (ENDED, ENDED, ALLOWED)),
    ("clone", {0: 17}, (ENDED, ENDED, ALLOWED)),
    ("clone", {0: SIBLING}, (ENDED, ALLOWED, ALLOWED)),
    ("clone3", {}, ("ENOSYS", "ENOSYS", ALLOWED)),
    ("dup3", {0: 1, 1: 0}, (ENDED, ALLOWED, ALLOWED)),
    ("dup3", {0: 1, 1: START}, (ENDED, ENDED, ALLOWED)),
    ("prctl", {0: 22}, ("EINVAL", ALLOWED, ALLOWED)),
    ("tgkill", {0: -1}, (ALLOWED, ALLOWED, ALLOWED)),
    ("tgkill", {0: 1}, (ENDED, ALLOWED, ALLOWED)),
    ("futex", {1: 129}, (ALLOWED, ALLOWED, ALLOWED)),
    ("futex", {1: 6}, ("ENOSYS", "ENOSYS", ALLOWED)),
    ("prlimit64", {2: 0}, (ALLOWED, ALLOWED, ALLOWED)),
    ("prlimit64", {2: 1 << 40}, ("EPERM", "EPERM", ALLOWED)),
    ("kill", {0: 1}, (ENDED, ENDED, "EPERM")),
    ("setsid", {}, (ENDED, ENDED, "EPERM")),
    ("ptrace", {}, (ENDED, ENDED, "EPERM")),
    ("socket", {}, (ENDED, ENDED, "EPERM")),
    ("connect", {}, (ENDED, ENDED, "EPERM")),
    ("io_uring_setup", {}, (ENDED, ENDED, "EPERM")),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("filters")


@pytest.mark.parametrize("machine", MACHINES)
def test_filters_answer_as_they_should(machine: str, folder: Path) -> None:
    if not all(map(shutil.which, MACHINES[machine])):
        pytest.skip(f"nothing here compiles and runs programs of {machine}")
    found = printed(machine, folder)
    for call, arguments, expected in CALLS:
        given = {which: found.pid if value == -1 else value for which, value in arguments.items()}
        for (kind, steps), wanted in zip(found.filters.items(), expected, strict=True):
            assert answer(steps, found.calls[call], found.machine, given) == wanted, (kind, call, arguments)
            assert answer(steps, found.calls[call], OTHER_MACHINE, given) == ENDED
    for kind in ("program", "server"):
        assert answer(found.filters[kind], 5000, found.machine, {}) == "ENOSYS", "a call of kernels to come"
        allowed = [call for call in range(470) if answer(found.filters[kind], call, found.machine, {}) == ALLOWED]
        assert len(allowed) < 70
