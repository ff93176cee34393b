"""Fixtures: a program from its text, and the CBMC that this machine has."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.install.provision import require
from veriabs.loops.build import model_of
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc, detect

# A test that is slow beside other work is no failure.
settings.register_profile(
    "patient",
    settings(),
    deadline=None,
    derandomize=True,  # what fails here fails everywhere; the laboratories draw programs at random
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("patient")

HEAD = """
extern void __VERIFIER_assert(int);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep every n-th case of a test marked `share(n)` in `make test`; the others become long.

    With `share(n, m)` only every m-th is long, and the others are slow; of a long test every n-th case stays long.
    """
    counted: Counter[str] = Counter()
    for item in items:
        share = item.get_closest_marker("share")
        if share is not None:
            test = item.nodeid.partition("[")[0]
            if item.get_closest_marker("long"):
                item.add_marker("slow" if counted[test] % share.args[0] else "long")
            elif counted[test] % share.args[0]:
                item.add_marker("slow" if counted[test] % (*share.args, 1)[1] else "long")
            counted[test] += 1
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(7200))


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Program]:
    """From C text to its `Program`; the declarations of `__VERIFIER_*` are put in front, on one line."""

    def make(text: str) -> Program:
        path = tmp_path / "input.c"
        path.write_text(HEAD.replace("\n", " ").strip() + "\n" + text, encoding="utf-8")
        return load_program(load(path))

    return make


@pytest.fixture
def loops(program: Callable[[str], Program]) -> Callable[[str], list[Loop]]:
    """From C text to its loops in textual order, as they are before anything is flattened."""
    return lambda text: [stmt for stmt in statements(program(text).body) if isinstance(stmt, Loop)]


@pytest.fixture
def model(program: Callable[[str], Program]) -> Callable[[str], LoopModel]:
    """From C text to the task of its last assertion."""

    def make(text: str) -> LoopModel:
        whole = program(text)
        return model_of(whole, assertions(whole)[-1].number)

    return make


@pytest.fixture(scope="session")
def cbmc() -> Cbmc:
    return detect(require())


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder for tests that must not use the user's; programs are compiled there once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> None:
    """Ctrl-C raises here, even where the tests run in the background of a script, which ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
