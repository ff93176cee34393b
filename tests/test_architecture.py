"""The rules of the architecture that a reader relies on, checked on the source text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from veriabs import strategies
from veriabs.core.templates import folder

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "veriabs"
FILES = sorted(PACKAGE.rglob("*.py"))

FLOORS = (
    ("core",),
    ("loops", "proofcheck", "solvers", "terms"),
    ("confine",),
    ("encode", "frontend", "install", "replay", "report"),
    ("invariants", "validation"),
    ("strategies",),
    ("verify",),
    ("annotate",),
    ("batch",),
    ("client", "lsp", "service"),
    ("cli",),
    ("__main__",),
)
"""The rooms of the package, lower floors first; a room imports from lower floors only."""

MOST_CHECKER_LINES = 1500
"""Of all of `proofcheck`, which is trusted where certificates are."""

WITHIN_FRONTEND = (("",), ("typed",), ("lower",), ("instrument",), ("slicing",), ("contract",), ("harness",))
"""The rooms of the front end, in the same way; what lies beside them is theirs to use."""

EDGES = {
    "cvc5": {"proofcheck/solve.py"},
    "distributed": {"batch/cluster.py", "batch/remote.py", "service/cluster.py"},
    "httpx": {"client.py"},
    "jinja2": {"core/templates.py"},
    "lark": {"frontend/contract/reader.py"},
    "lsprotocol": {"lsp/findings.py", "lsp/server.py"},
    "prometheus_client": {"service/metrics.py"},
    "pycparser": {"frontend"},
    "pygls": {"lsp/server.py"},
    "sqlalchemy": {"service"},
    "starlette": {"service"},
    "uvicorn": {"service/server.py"},
    "yaml": {"frontend/task.py", "report/witness.py", "service/openapi.py"},
    "z3": {"terms/entail.py", "strategies/closed_forms", "proofcheck/solve.py"},
    "rich": {"report", "cli/app.py"},
    "typer": {"cli/app.py", "cli/parser.py"},
}
"""Where an outside package may be imported."""

MOST_LINES = 400
LONGER: dict[str, str] = {}
MOST_STATEMENT_LINES = 60


def inside(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, *, lazy: bool = True) -> tuple[str, ...]:
    """Dotted names of the modules that a file imports; without `lazy` only when it is itself imported."""
    return tuple(_imports(_statements(tree(path)) if lazy else iter(tree(path).body)))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement, those inside of others included; expressions have none."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            yield inner
            yield from _statements(inner)


def _imports(nodes: Iterator[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_name(path: Path) -> str:
    """`core.types` for `core/types.py`, and `core` for its `__init__.py`."""
    return inside(path).removesuffix(".py").removesuffix("__init__").strip("/").replace("/", ".")


MODULES = {module_name(path): path for path in FILES}


def own_imports(path: Path) -> set[str]:
    """The modules of `veriabs` that a file imports, those inside functions included."""
    found = set()
    for name in imports(path):
        if name.split(".")[0] == "veriabs":
            parts = name.split(".")[1:]
            found.add(next(m for n in range(len(parts), -1, -1) if (m := ".".join(parts[:n])) in MODULES))
    return found - {""}


def room(module: str) -> str:
    return module.split(".")[0]


def floor(module: str) -> int:
    return next(n for n, rooms in enumerate(FLOORS) if room(module) in rooms)


def test_every_module_has_its_floor() -> None:
    assert [module for module in MODULES if module and not any(room(module) in rooms for rooms in FLOORS)] == []


def test_imports_go_down() -> None:
    arrows = [(module, other) for module in set(MODULES) - {""} for other in own_imports(MODULES[module])]
    assert [one for one in arrows if room(one[0]) != room(one[1]) and floor(one[0]) <= floor(one[1])] == []


def test_the_checker_of_certificates_imports_no_prover() -> None:
    """Nor do its imports: it has the core language, and receives the program as an argument."""
    waiting, seen = [module for module in MODULES if room(module) == "proofcheck"], set()
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen.add(module)
            waiting += own_imports(MODULES[module])
    assert {room(module) for module in seen} == {"core", "proofcheck"}


def test_the_checker_of_certificates_is_small() -> None:
    files = [path for module, path in MODULES.items() if room(module) == "proofcheck"]
    assert 0 < sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MOST_CHECKER_LINES


@pytest.mark.parametrize("module", [m for m in MODULES if m.count(".") == 2 and room(m) == "frontend"])
def test_imports_within_the_front_end_go_down(module: str) -> None:
    order = [rooms[0] for rooms in WITHIN_FRONTEND]
    for other in own_imports(MODULES[module]):
        if room(other) == "frontend" and other.count(".") == 2:
            assert order.index(other.split(".")[1]) <= order.index(module.split(".")[1]), f"{module} -> {other}"


@pytest.mark.parametrize("module", [m for m in MODULES if m.count(".") == 2 and room(m) == "strategies"])
def test_techniques_share_only_modules_of_lower_layers(module: str) -> None:
    """Code that two strategies need belongs to a lower layer."""
    for other in own_imports(MODULES[module]):
        if room(other) == "strategies" and other.count(".") == 2:
            assert other.split(".")[1] == module.split(".")[1], f"{module} -> {other}"


def circles(arrows: dict[str, set[str]]) -> list[str]:
    """The modules that can be reached from themselves."""
    found = []
    for start in arrows:
        seen, waiting = set(), list(arrows[start])
        while waiting:
            module = waiting.pop()
            if module not in seen:
                seen.add(module)
                waiting += arrows[module]
        if start in seen:
            found.append(start)
    return found


def test_circles_are_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c"]


def test_no_circles_of_files() -> None:
    """Cycles that imports inside functions hide are found as well."""
    assert circles({module: own_imports(path) for module, path in MODULES.items()}) == []


LANGUAGE = {"core.types", "core.source", "core.precondition", "core.goals", "core.conditions", "core.clauses"} | {
    "core.expressions",
    "core.statements",
}
LANGUAGE |= {"core.program"}
RESULTS = {"core.reasons", "core.runs", "core.queries", "core.counterexample", "core.results", "core.records"}
DATA = LANGUAGE | RESULTS | {"core.loop_model", "core.errors"}
"""The modules that are data alone."""


@pytest.mark.parametrize("module", sorted(DATA))
def test_data_imports_data_alone(module: str) -> None:
    assert own_imports(MODULES[module]) <= DATA


def test_tree_imports_only_the_language() -> None:
    assert own_imports(MODULES["core.ctree"]) <= LANGUAGE | {"core.copying", "core.errors", "core.operators"}
    below = {"core.errors", "core.operators", "core.ctree", "core.evaluate"}
    assert own_imports(MODULES["core.typing_rules"]) <= LANGUAGE | below


@pytest.mark.parametrize("outside", EDGES)
def test_outside_package_has_one_edge(outside: str) -> None:
    for path in FILES:
        if any(name.split(".")[0] == outside for name in imports(path)):
            assert any(inside(path) == edge or inside(path).startswith(f"{edge}/") for edge in EDGES[outside])


def test_compiled_programs_and_the_compiler_have_one_door() -> None:
    """All other places that start a process start CBMC, the package itself, its installation, or cvise."""
    called = {inside(path) for path in FILES for node in ast.walk(tree(path)) if _starts_a_process(node)}
    doors = {"confine/sandbox.py", "confine/launcher.py"}
    others = {"annotate/warm_solver.py", "solvers/", "install/", "batch/", "proofcheck/", "cli/bug.py"}
    assert doors < called
    assert {name for name in called - doors if not name.startswith(tuple(others))} == set()


def _starts_a_process(node: ast.AST) -> bool:
    starts = ("process.run", "subprocess.run", "subprocess.Popen", "os.system", "os.posix_spawn", "os.execv")
    return isinstance(node, ast.Call) and ast.unparse(node.func) in starts


@pytest.mark.parametrize("heavy", ["cvc5", "distributed", "rich", "yaml", "z3"])
def test_heavy_packages_are_imported_where_they_are_needed(heavy: str) -> None:
    """A plain run must not import modules that it does not use."""
    eager = [inside(path) for path in FILES if any(n.split(".")[0] == heavy for n in imports(path, lazy=False))]
    assert eager == []


def test_only_cli_prints_or_exits() -> None:
    prints = {inside(path) for path in FILES if called(path) & {"print", "exit", "quit"}}
    assert prints <= {"cli/app.py", "cli/terminal.py", "__main__.py"}
    exits = {inside(path) for path in FILES if called(path) & {"sys.exit", "os._exit"}}
    forked = {"annotate/warm_solver.py", "solvers/supervise.py", "solvers/companion.py"}
    assert exits <= {"cli/app.py", "cli/terminal.py", "__main__.py"} | forked


def called(path: Path) -> set[str]:
    """The functions that a file calls, as it writes them."""
    return {ast.unparse(node.func) for node in ast.walk(tree(path)) if isinstance(node, ast.Call)}


def test_files_are_short() -> None:
    """The list of those that are not is up to date: what is short enough now is off it."""
    lines = {inside(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: count for name, count in lines.items() if count > MOST_LINES and name not in LONGER} == {}
    assert set(LONGER) <= set(lines)


def test_functions_are_short() -> None:
    functions = [(path, node) for path in FILES for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    long = {f"{inside(p)}: {f.name}": f.end_lineno - f.lineno + 1 for p, f in functions if f.end_lineno is not None}
    assert {name: lines for name, lines in long.items() if lines > MOST_STATEMENT_LINES} == {}


def test_every_module_has_a_docstring() -> None:
    assert [inside(path) for path in FILES if tree(path).body and not ast.get_docstring(tree(path))] == []
    assert {path.stem for path in FILES} & {"utils", "util", "helpers", "common", "misc"} == set()


def test_templates_lie_under_the_word_of_their_technique() -> None:
    rooms = {path.parent.name for path in folder().glob("*/*")}
    assert rooms - set(strategies.names()) == {"encode", "invariants", "replay", "report", "validation"}


def test_every_strategy_has_a_golden_folder() -> None:
    assert strategies.names()
    for name in strategies.names():
        assert (ROOT / "tests" / "golden" / name).is_dir()


def test_every_strategy_module_defines_a_strategy() -> None:
    """In an order of its own: two of the same rank would start in that of their names."""
    found = [strategies.load(name) for name in strategies.names()]
    assert all(one.prove is not None or one.refute is not None for one in found)
    assert len({one.rank for one in found}) == len(found)
    assert strategies.default()[0] == "closed_forms"


def test_every_strategy_is_documented() -> None:
    for name in strategies.names():
        text = strategies.module_of(name).__doc__ or ""
        assert all(heading in text for heading in ("What it does", "When it applies", "Why it is sound", "Example"))
