"""The documents as a site: built without a network, complete, searchable, without dead links or requests elsewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    path.relative_to(ROOT)
    for pattern in ("*.md", "docs/*.md", "examples/**/*.md", "sv-comp/**/*.md", "tests/programs/*.md")
    for path in sorted(ROOT.glob(pattern))
]
UNREACHABLE = "http://127.0.0.1:9"

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    words = (sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "site", ".", str(folder))
    environment = {**os.environ, "http_proxy": UNREACHABLE, "https_proxy": UNREACHABLE, "PYTHONPATH": str(ROOT)}
    built = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (built.returncode, built.stderr) == (0, "")
    return folder


@cache
def page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_every_document_is_a_page_that_the_navigation_leads_to(site: Path) -> None:
    start = page(site / "README.html")
    assert len(DOCUMENTS) > 25
    for document in DOCUMENTS:
        name = document.with_suffix(".html").as_posix()
        assert (site / name).is_file() and (f'href="{name}"' in start or name == "README.html"), name
    assert 'url=README.html"' in page(site / "index.html")


def test_no_link_is_dead(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    dead, checked = [], 0
    for path in pages:
        for link in re.findall(r'(?:href|src)="([^"]*)"', page(path)):
            if re.match("[a-z]+:", link):
                continue
            name, _, place = unquote(link).partition("#")
            target = (path.parent / name.partition("?")[0]).resolve() if name else path
            is_there = target.is_file() and (not place or f'id="{place}"' in page(target))
            checked += 1
            dead += [] if is_there else [(path.relative_to(site).as_posix(), link)]
    assert dead == []
    assert checked > 1000


def test_a_page_asks_no_other_host(site: Path) -> None:
    for path in site.rglob("*.html"):
        asked = re.findall(r'<(?:script|img|iframe|link)\b[^>]*(?:src|href)="([a-z]*:?//[^"]*)"', page(path))
        assert asked == [], path


def test_no_table_or_link_is_shown_as_text(site: Path) -> None:
    for document in DOCUMENTS:
        text = page(site / document.with_suffix(".html"))
        assert re.findall(r"<p>\|[^\n]*|\]\([\w./]+\)", text) == [], document


def test_the_search_finds_words_of_documents(site: Path) -> None:
    index = json.loads(page(site / "searchindex.js").removeprefix("Search.setIndex(").rstrip(";\n").removesuffix(")"))
    names, terms = index["docnames"], index["terms"]
    found = terms["shrinkabl"]
    assert "README" in {names[number] for number in (found if isinstance(found, list) else [found])}
