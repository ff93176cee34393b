"""Test that no attack on the machine succeeds when its program is run confined, and that each succeeds otherwise."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from arena import ATTACKS, HERE, NARROW, Arena, Outcome

ROOT = HERE.parent.parent
FEWEST = 110 if platform.machine() == "x86_64" else 100
LATER = ("wait_and_unlink", "spin_and_unlink", "unlink_on_signal_of_the_end")
"""What waits for its moment takes as long."""
REGARDLESS = ("much_memory",)
"""Sanitizers reserve all memory there may be; what is in use is limited, which has a test of its own."""


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    made = Arena(tmp_path_factory.mktemp("arena"))
    free.cache_clear()
    yield made


@cache
def free(arena: Arena, attack: str) -> Outcome:
    return arena.free(attack)


def supported_attacks(attacks: tuple[str, ...]) -> list[str]:
    """The attacks that this machine has instructions for."""
    return [attack for attack in attacks if attack not in NARROW or platform.machine() == "x86_64"]


AT_ONCE = [name for name in supported_attacks(ATTACKS) if name not in LATER]


@pytest.mark.share(2)
@pytest.mark.parametrize("attack", AT_ONCE)
def test_an_attack_does_not_come_through(arena: Arena, attack: str) -> None:
    refuses(arena, attack, "replay")


@pytest.mark.share(8)
@pytest.mark.parametrize("attack", [name for name in AT_ONCE if name not in REGARDLESS])
def test_an_attack_with_sanitizers_does_not_come_through(arena: Arena, attack: str) -> None:
    refuses(arena, attack, "checked")


@pytest.mark.share(6)
@pytest.mark.parametrize("attack", AT_ONCE)
def test_an_attack_in_a_search_does_not_come_through(arena: Arena, attack: str) -> None:
    refuses(arena, attack, "search")


def refuses(arena: Arena, attack: str, way: str) -> None:
    if not free(arena, attack).came_through:
        pytest.skip("this machine stops it by itself")
    outcome = arena.confined(attack, way)
    assert not outcome.came_through, outcome


@pytest.mark.share(9)
@pytest.mark.parametrize("attack", LATER)
def test_an_attack_that_waits_does_not_come_through(arena: Arena, attack: str) -> None:
    assert free(arena, attack).changed
    assert not arena.confined(attack, "replay").came_through


@pytest.mark.long
def test_most_attacks_come_through_where_nothing_stops_them(arena: Arena) -> None:
    """Else the tests above would show nothing."""
    through = [attack for attack in supported_attacks(ATTACKS) if free(arena, attack).came_through]
    assert len(through) >= FEWEST, set(ATTACKS) - set(through)


# Everything is imported before, since the libraries of Python may be closed to other users.
AS_AN_ORDINARY_USER = """
import encodings.ascii, os, psutil, sys
sys.path.insert(0, sys.argv[1])
import arena
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
sys.exit(arena.main(sys.argv[2:]))
"""


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
def test_no_attack_of_an_ordinary_user_comes_through(every: int) -> None:
    if os.getuid() != 0:
        pytest.skip("the other tests are run by an ordinary user already")
    if any(folder.stat().st_mode & 0o005 != 0o005 for folder in (HERE, *HERE.parents)):
        pytest.skip("the folder of the repository is closed to other users")
    attacks = AT_ONCE[::every]
    # Folders of pytest are closed to other users.
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        environment = {"PATH": os.environ["PATH"], "HOME": name, "TMPDIR": name, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", AS_AN_ORDINARY_USER, str(HERE), *attacks]
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(len(attacks))]
