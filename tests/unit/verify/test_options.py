"""Options: one definition of defaults, command line words, and stored values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from veriabs import strategies
from veriabs.cli.parser import UsageError, parser
from veriabs.core.errors import InputError
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel, Entry
from veriabs.verify.options import Options, Section, arguments, integer, macro, seconds

REPORTED = ["max_k", "timeout", "memory_mb", "stop_on_fail", "jobs", "strategies", "replay", "keep", "overflow"]
KEYED = {
    "max_k", "timeout", "memory_mb", "stop_on_fail", "strategies", "replay", "overflow",
    "defines", "includes", "data_model", "property", "function", "arrays", "arbitrary_globals", "checks",
    "null_pointers", "preincludes", "standard", "check_proof",
}  # fmt: skip


def options_from(*words: str) -> Options:
    return Options.of(vars(parser().parse_args(["verify", "a.c", *words])))


def test_missing_options_have_their_defaults() -> None:
    assert options_from() == Options()
    assert Options().strategies == strategies.default()


def test_every_word_sets_its_option() -> None:
    chosen = options_from(
        *("--max-k", "3", "--timeout", "1.5", "--memory", "100", "--jobs", "4", "--strategy", "native,bounded,native"),
        *("--no-replay", "--keep", "d", "--overflow", "wrap", "-D", "N=3", "-D", "M", "-I", "h", "--32"),
        *("--property", "p.prp"),
    )
    assert chosen == Options(
        max_k=3,
        timeout=1.5,
        memory_mb=100,
        jobs=4,
        strategies=("native", "bounded"),
        replay=False,
        keep=Path("d"),
        overflow=Overflow.WRAP,
        defines=("N=3", "M"),
        includes=(Path("h"),),
        data_model=DataModel.ILP32,
        property_file=Path("p.prp"),
    )


@pytest.mark.parametrize(
    "words",
    [("--max-k", "0"), ("--timeout", "0"), ("--strategy", "none"), ("-D", "1"), ("--overflow", "no"), ("--32", "--64")],
)
def test_an_invalid_value_is_rejected_in_one_line(words: tuple[str, ...]) -> None:
    with pytest.raises(UsageError) as refused:
        options_from(*words)
    assert "\n" not in str(refused.value)


def test_places_where_options_are_written() -> None:
    options = Options(keep=Path("\udcff"), includes=(Path("h"),), data_model=DataModel.LP64)
    assert list(options.for_report()) == REPORTED
    assert set(options.for_key()) == KEYED
    assert json.loads(json.dumps(options.for_report()))["keep"] == "\\xff"
    assert options.for_key()["includes"] == ["h"]
    assert options.for_key()["data_model"] == "LP64"


def test_key_depends_only_on_options_that_affect_the_answer() -> None:
    assert Options(jobs=1, keep=Path("d"), invariants=True).for_key() == Options().for_key()
    assert Options(max_k=1).for_key() != Options().for_key()


@pytest.mark.parametrize("text", ["0", "7", "x", "1e3", "", "9" * 40])
def test_whole_numbers_have_limits(text: str) -> None:
    with pytest.raises(ValueError, match="whole number from 1 to 6"):
        integer(1, 6, text)
    assert integer(1, 6, "6") == 6


def test_texts_that_are_read() -> None:
    assert seconds("0.25") == 0.25
    assert macro("F(x)=x") == "F(x)=x"
    with pytest.raises(ValueError, match="seconds"):
        seconds("inf")


def test_options_from_json_are_those_of_the_command_line() -> None:
    given = {"max_k": 3, "timeout": 2.5, "strategies": ["shrinking"], "data_model": "ILP32", "replay": False}
    found = Options.from_json({**given, "overflow": "wrap", "defines": ["N=3"], "memory_mb": None})
    assert found == Options(
        max_k=3,
        timeout=2.5,
        strategies=("shrinking",),
        data_model=DataModel.ILP32,
        replay=False,
        overflow=Overflow.WRAP,
        defines=("N=3",),
    )


@pytest.mark.parametrize(
    "given",
    [
        {"max_k": 0}, {"max_k": 1.5}, {"max_k": True}, {"max_k": "x"}, {"max_k": [1]}, {"timeout": -1}, {"timeout": {}},
        {"replay": 1}, {"replay": "no"}, {"data_model": "LP32"}, {"data_model": True}, {"strategies": ["magic"]},
        {"strategies": [1.5]}, {"defines": "N=3"}, {"defines": [3]}, {"overflow": "never"}, {"keep": "/tmp"},
        {"includes": ["/etc"]}, {"property_file": "x"}, {"invariants": True}, {"colour": "red"},
    ],
)  # fmt: skip
def test_unknown_options_from_json_are_refused_in_one_line(given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(given))) as caught:
        Options.from_json(given)
    assert "\n" not in str(caught.value)


def test_every_parsing_option_reaches_the_task(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("int f(int *p) { return *p; }", encoding="utf-8")
    options = Options(
        defines=("N=1",),
        includes=(tmp_path,),
        preincludes=(path,),
        standard="c99",
        data_model=DataModel.ILP32,
        property_file=tmp_path / "p.prp",
        function="f",
        arrays=("p:3",),
        arbitrary_globals=True,
        null_pointers=True,
        checks=("bounds",),
    )
    reading = {one.name for one, _ in arguments(Section.READING)}
    assert {name for name in reading if getattr(options, name) == getattr(Options(), name)} == set()
    task = options.task(path)
    assert (task.defines, task.includes, task.preincludes) == (("N=1",), (tmp_path,), (path,))
    assert (task.standard, task.data_model, task.property_file) == ("c99", DataModel.ILP32, tmp_path / "p.prp")
    assert (task.entry, task.checks) == (Entry("f", {"p": "3"}, True, True), ("bounds",))


def test_a_pointer_with_two_sizes_is_refused() -> None:
    assert Options(function="f", arrays=("a:n", "a:n")).entry.sizes == {"a": "n"}
    with pytest.raises(InputError, match="--array a has two sizes, n and m"):
        Options(function="f", arrays=("a:n", "b:n", "a:m")).entry  # noqa: B018
