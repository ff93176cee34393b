"""Test that generated programs declare no name that a user's program may contain (traps a21 to a23)."""

import re
from pathlib import Path

import pytest

from veriabs.frontend.lower.scope import UniqueNames

ROOT = Path(__file__).parent.parent
TYPES = r"(?:iteration|int|long long|unsigned long long|_Bool|struct state|enum outcome)"
DECLARED = re.compile(rf"\b{TYPES}\s+\*?([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*(?:=|;|,|\)|\()")
SECOND = re.compile(rf"\b{TYPES}\s+\w+(?:\[[^\]]*\])?, ([A-Za-z_]\w*)")
WITH_USER_TEXT = ("bounded", "replay", "report", "validation")
SOURCES = [
    # These programs hold the user's text as it is, in which names that begin with veriabs_ are refused.
    *sorted(path for path in (ROOT / "templates").glob("*/*.c.j2") if path.parent.name not in WITH_USER_TEXT),
    ROOT / "veriabs" / "invariants" / "bounds.py",
    *sorted((ROOT / "veriabs" / "encode").glob("*.py")),
    *sorted((ROOT / "veriabs" / "strategies" / "shrinking").glob("*.py")),
]


def declared() -> list[str]:
    """Names that a declaration in a template, or in C text within the sources, introduces."""
    texts = [c_text(path) for path in SOURCES]
    found = {name for text in texts for pattern in (DECLARED, SECOND) for name in pattern.findall(text)}
    return sorted(found - {"main"})


def c_text(path: Path) -> str:
    """The C in a file: a template without its comments, or the lines of a Python file that hold a string."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return "\n".join(line for line in text.splitlines() if '"' in line and '"""' not in line)
    return re.sub(r"/\*.*?\*/", " ", re.sub(r"//#.*", "", text), flags=re.DOTALL)


def test_search_finds_the_declarations_of_the_templates() -> None:
    assert {"itno", "numerator", "last", "held", "length", "T", "column", "left"} <= set(declared())


@pytest.mark.parametrize("name", declared())
def test_declared_name_is_never_given_to_a_variable(name: str) -> None:
    assert UniqueNames().fresh(name) != name


@pytest.mark.parametrize("name", ["trips", "guard", "start", "entry", "first"])
def test_a_number_makes_no_name_reserved(name: str) -> None:
    """Generated programs have a `trips_2` of their own."""
    names = UniqueNames()
    assert [names.fresh(name) for _ in range(3)] == [name, f"{name}2", f"{name}3"]
