"""Documents and code agree: citations of the theory resolve, links lead somewhere, commands in documents exist."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from veriabs import __version__, strategies
from veriabs.cli.parser import parser
from veriabs.solvers.driver import Cbmc

ROOT = Path(__file__).parent.parent
THEORY = ROOT / "docs" / "theory.md"
DOCUMENTS = (
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
    ROOT / "sv-comp" / "README.md",
    ROOT / "sv-comp" / "tasks" / "README.md",
    ROOT / "tests" / "programs" / "README.md",
)
SOURCES = tuple(
    path
    for folder in ("veriabs", "templates", "tests/soundness", "tests/mutations", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".j2", ".c", ".md")
)
_SECTION = r"\d+(?:\.\d+)*"
CITATION = re.compile(rf"\b[Tt]heor(?:y|em)(?:\.md)?,? ({_SECTION}(?:(?:, | and )(?!R\d){_SECTION})*)")
NICKNAME = re.compile(r"\bP-[a-z]+\b")
TRAP = re.compile(r"\(traps? ((?:[a-z]\d\d(?:, | and | to )?)+)")
CHANGES = {"Security", "Added", "Changed", "Deprecated", "Removed", "Fixed"}
LINK = re.compile(r"\]\(([^)\s]+)\)")


def own_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def headings(path: Path) -> tuple[str, ...]:
    """The texts of the headings of a document; lines of code are none."""
    text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    return tuple(re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE))


@cache
def sections() -> frozenset[str]:
    """The numbers of the theory's sections, and of the numbered items in them (item 4 of 2.3 is 2.3.4)."""
    found: set[str] = set()
    section = ""
    for line in THEORY.read_text().splitlines():
        heading = re.match(rf"#+ ({_SECTION})\.? ", line)
        item = re.match(r"(\d+)\. ", line)
        if heading:
            section = heading[1]
            found.add(section)
        elif item and section:
            found.add(f"{section}.{item[1]}")
    return frozenset(found)


def cited(text: str) -> Iterator[str]:
    """Sections that a text cites; in `2.3, 2` the second number is an item of the first."""
    for match in CITATION.finditer(text):
        whole = ""
        for number in re.findall(_SECTION, match[1]):
            whole = f"{whole}.{number}" if whole and "." in whole and "." not in number else number
            yield whole


def anchor(heading: str) -> str:
    """The anchor of a heading in links, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_theory_is_cited() -> None:
    assert sum(1 for path in SOURCES for _ in cited(path.read_text())) > 40


@pytest.mark.parametrize("path", [p for p in SOURCES if CITATION.search(p.read_text())], ids=own_name)
def test_citations_of_the_theory_resolve(path: Path) -> None:
    assert [number for number in cited(path.read_text()) if number not in sections()] == []


def test_mutants_cite_sections_that_exist() -> None:
    numbers = {
        number
        for name in ("mutants.py", "others.py")
        for number in re.findall(rf'"({_SECTION})",', (ROOT / "tests" / "mutations" / name).read_text())
    }
    assert numbers - sections() == set()
    assert len(numbers) > 5


def test_nicknames_of_papers_are_explained() -> None:
    used = {name for path in (*SOURCES, *DOCUMENTS) for name in NICKNAME.findall(path.read_text())}
    assert used - set(headings(ROOT / "docs" / "papers.md")) == set()
    assert used


def test_every_trap_has_its_row_in_the_theory() -> None:
    traps = {path.name[:3] for path in (ROOT / "tests" / "programs" / "traps").glob("*.c")}
    rows = THEORY.read_text().split("## 7. Traps", 1)[1].split("\n## 8.", 1)[0]
    assert set(re.findall(r"\b[a-z]\d\d\b", rows)) == traps


def test_traps_that_code_names_exist() -> None:
    traps = {path.name[:3] for path in (ROOT / "tests" / "programs" / "traps").glob("*.c")}
    named = {
        name
        for path in (*SOURCES, THEORY)
        for match in TRAP.finditer(path.read_text())
        for name in re.findall(r"[a-z]\d\d", match[1])
    }
    assert named - traps == set()
    assert named


@pytest.mark.parametrize("path", DOCUMENTS, ids=own_name)
def test_links_lead_to_files_and_headings(path: Path) -> None:
    broken = []
    for link in LINK.findall(re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, place = unquote(link).partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists() or (place and place not in map(anchor, headings(target))):
            broken.append(link)
    assert broken == []


def test_no_text_installs_from_an_index() -> None:
    """veriabs is on none: texts name the clone or a wheel, or lead to docs/install.md."""
    texts = [
        *(path for path in DOCUMENTS if path.name != "CHANGELOG.md"),
        *(ROOT / "veriabs").rglob("*.py"),
        *(ROOT / "deploy").iterdir(),
        *(ROOT / "editors").rglob("*.md"),
    ]
    found = [own_name(path) for path in texts if re.search(r"pip install (-\S+ )*['\"]?veriabs\b", path.read_text())]
    assert found == []


def commands(text: str) -> Iterator[str]:
    """Command lines of veriabs in a document: in blocks of code, behind a prompt or not, and between back quotes."""
    yield from re.findall(r"^ {4}(?:\$ )?(veriabs [^#\n]*)", text, flags=re.MULTILINE)
    for quoted in re.findall(r"`([^`]*)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
        if quoted.startswith("veriabs "):
            yield quoted


def verbs() -> dict[str, argparse.ArgumentParser]:
    (action,) = (a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    return {name: one.filled() for name, one in action.choices.items()}


@pytest.mark.parametrize("path", [p for p in DOCUMENTS if any(commands(p.read_text()))], ids=own_name)
def test_commands_in_documents_exist(path: Path) -> None:
    unknown = []
    for command in commands(path.read_text()):
        words = command.replace("`", "").split()
        if not re.fullmatch("[a-z]+", words[1]):
            continue
        known = verbs().get(words[1])
        options = [word.partition("=")[0] for word in words if re.match("--?[a-z0-9]", word)]
        if known is None or not set(options) <= {*known._option_string_actions}:
            unknown.append(command)
    assert unknown == []


def test_options_that_the_usage_names_exist() -> None:
    known = {option for verb in verbs().values() for option in verb._option_string_actions}
    text = (ROOT / "docs" / "usage.md").read_text() + (ROOT / "README.md").read_text()
    named = set(re.findall(r"`(--?[a-zA-Z0-9][a-z0-9-]*)", text))
    assert named - known == set()
    assert len(named) > 15


def test_every_command_and_strategy_is_in_the_usage() -> None:
    text = (ROOT / "docs" / "usage.md").read_text()
    assert [verb for verb in verbs() if f"veriabs {verb} " not in text and f"`veriabs {verb}" not in text] == []
    assert [name for name in strategies.names() if f"`{name}`" not in text] == []


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.md")), ids=own_name)
def test_files_that_documents_name_exist(path: Path) -> None:
    quoted = re.findall(r"`((?:[\w.-]+/)+(?:[\w*.-]+\.(?:py|j2|c|json))?)`", path.read_text())
    places = (ROOT, ROOT / "veriabs")
    assert [name for name in quoted if not any(True for place in places for _ in place.glob(name))] == []


def test_the_trusted_base_names_files_that_exist() -> None:
    ran = subprocess.run([sys.executable, "benchmarks/trusted_base.py"], cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) > 10


def test_every_document_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [p.name for p in (ROOT / "docs").glob("*.md") if f"(docs/{p.name}" not in readme] == []
    assert len(readme.splitlines()) <= 150


def test_the_changelog_has_the_form_of_keepachangelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    releases = re.findall(r"^## (.*)$", text, flags=re.MULTILINE)
    assert releases[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(__version__)} - \d{{4}}-\d\d-\d\d", releases[1])
    assert set(re.findall(r"^### (.*)$", text, flags=re.MULTILINE)) <= CHANGES
    assert len(text.splitlines()) <= 200
    entries = re.findall(r"^- .*(?:\n  .*)*", text, flags=re.MULTILINE)
    assert [entry for entry in entries if entry.count("\n") >= 3 or re.search(r"\b[\d.]+ m?s\b", entry)] == []


def test_all_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())["version"]
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None and {project, extension, cited[1]} == {__version__}


def test_wrong_verdicts_and_escapes_have_a_way_to_be_reported() -> None:
    template = (ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong_verdict.md").read_text()
    policy = (ROOT / "SECURITY.md").read_text()
    assert "`veriabs bug FILE`" in template and "`veriabs bug FILE`" in policy
    assert f'"{re.findall("^name: (.*)$", template, re.MULTILINE)[0]}"' in policy and "in private" in policy


def blocks(path: Path, language: str) -> list[str]:
    """The blocks of code in a document that are of this language."""
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), flags=re.MULTILINE | re.DOTALL)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`veriabs` with these arguments in that folder."""
    command = [sys.executable, "-m", "veriabs", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """A folder with the programs of the README, under the names in their first lines."""
    for text in blocks(ROOT / "README.md", "c"):
        (tmp_path / text.split()[1]).write_text(text)
    return tmp_path


@pytest.mark.cbmc
def test_the_first_proof_is_as_the_readme_shows(cbmc: Cbmc, examples: Path) -> None:
    shown = ROOT.joinpath("README.md").read_text().split("$ veriabs verify minimum.c", 1)[1].split("The bound k", 1)[0]
    command, *lines = [line.strip() for line in shown.strip().splitlines()]
    ran = run(examples, "verify", "minimum.c", "--plain", *command.split())
    assert ran.returncode == 0
    assert [measured(line.strip()) for line in ran.stdout.splitlines()] == [measured(line) for line in lines if line]


def measured(line: str) -> str:
    """The line without numbers of seconds and megabytes, whatever their widths."""
    return " ".join(re.sub(r"[0-9.]+ (s|MB)\b", r"_ \1", line).split())


@pytest.mark.long
@pytest.mark.cbmc
def test_the_first_counterexample_fails_when_compiled(cbmc: Cbmc, examples: Path) -> None:
    ran = run(examples, "verify", "reserved.c", "--counterexample", "found", "--plain")
    assert (ran.returncode, ran.stderr) == (10, "")
    assert "assertion violated at reserved.c:9: assert" in ran.stdout
    subprocess.run(["gcc", "-o", "fails", "found/counterexample.c"], cwd=examples, check=True, capture_output=True)
    assert subprocess.run(["./fails"], cwd=examples, capture_output=True).returncode != 0
    assert run(examples, "replay", "reserved.c", "found/counterexample.json").returncode == 10


def test_the_catalogue_of_messages_is_current() -> None:
    ran = subprocess.run([sys.executable, "benchmarks/message_catalogue.py"], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout == (ROOT / "docs" / "messages.md").read_text(), "make man"
    assert "| TARGET would overwrite the results |" in ran.stdout


def test_documents_are_short() -> None:
    assert len((ROOT / "docs" / "usage.md").read_text().splitlines()) <= 350
    assert len((ROOT / "docs" / "theory.md").read_bytes()) <= 70 * 1024
