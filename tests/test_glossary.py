"""Code, messages, documents and examples use the terms of docs/glossary.md, not the synonyms that it excludes."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GLOSSARY = ROOT / "docs" / "glossary.md"
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
]
PROGRAMS = [path for path in sorted((ROOT / "examples").rglob("*")) if path.suffix in (".c", ".h", ".toml")]


@cache
def rows() -> tuple[tuple[str, ...], ...]:
    """The cells of every term."""
    lines = [line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = (tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines)
    return tuple(row for row in cells if row[0] != "term")


@cache
def excluded() -> dict[str, str]:
    """Each synonym that is not used, with the term that is."""
    return {word: row[0] for row in rows() for word in re.findall("`([^`]+)`", row[3])}


def split_words(name: str) -> str:
    """A name as words: `LostClaim` and `lost_claim` are `lost claim`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").lower().strip()


def names_of(path: Path) -> Iterator[tuple[str, str]]:
    """Place and words of the names of a module, its classes, functions, parameters and variables."""
    own = path.relative_to(ROOT).as_posix()
    yield own, split_words(path.stem)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield f"{own}:{node.lineno}", split_words(node.name)
        elif isinstance(node, ast.arg):
            yield f"{own}:{node.lineno}", split_words(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield f"{own}:{node.lineno}", split_words(node.id)


def strings_of(path: Path) -> Iterator[tuple[str, str]]:
    """Place and text of each docstring and message of a module."""
    own = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield f"{own}:{node.lineno}", node.value


def comments_of(path: Path) -> Iterator[tuple[str, str]]:
    """Place and text of each comment of a module."""
    with path.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT:
                yield f"{path.relative_to(ROOT).as_posix()}:{token.start[0]}", token.string


def prose(path: Path) -> Iterator[tuple[str, str]]:
    """The lines of a document outside of code, and outside of the glossary's last column."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("    "):
            shown = line.rstrip("| ").rpartition("|")[0] if path == GLOSSARY and line.startswith("|") else line
            yield f"{path.name}:{number}", shown


@cache
def excluded_uses() -> dict[str, tuple[str, ...]]:
    """The places of each excluded synonym."""
    sources = sorted((ROOT / "veriabs").rglob("*.py"))
    names = [one for path in sources for one in names_of(path)]
    texts = [one for path in sources for one in strings_of(path)]
    texts += [one for path in sources for one in comments_of(path)]
    texts += [one for path in DOCUMENTS for one in prose(path)]
    texts += [(path.name, line) for path in PROGRAMS for line in path.read_text(encoding="utf-8").splitlines()]
    places: dict[str, tuple[str, ...]] = {}
    for word in excluded():
        pattern = re.compile(rf"(?<![\w-]){re.escape(word.removesuffix('()'))}(?![\w-])", re.IGNORECASE)
        read = names if word.endswith("()") else [*names, *texts]
        places[word] = tuple(place for place, text in read for _ in pattern.findall(" ".join(text.split())))
    return places


def test_every_term_is_there_once() -> None:
    assert {len(row) for row in rows()} == {4}
    terms = Counter(row[0] for row in rows())
    assert [term for term, count in terms.items() if count > 1] == []
    assert len(terms) > 60


def test_no_term_is_excluded() -> None:
    terms = {term.strip() for row in rows() for term in row[0].split(",")}
    assert terms & set(excluded()) == set()


@pytest.mark.parametrize("word", sorted(excluded()))
def test_excluded_synonyms_do_not_occur(word: str) -> None:
    places = excluded_uses()[word]
    assert not places, f"use {excluded()[word]!r}, not {word!r}: {', '.join(places)}"


def test_names_are_split_into_words() -> None:
    names = ("LostClaimError", "run_on", "_at_foot")
    assert [split_words(name) for name in names] == ["lost claim error", "run on", "at foot"]
