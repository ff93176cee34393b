"""`replay`: repeat a counterexample on its program with its recorded options."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from veriabs.cli.analysis import load, supervised
from veriabs.cli.task_options import options_of
from veriabs.cli.terminal import Terminal
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError
from veriabs.core.goals import Goal
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.report.counterexample_task import ReadFile, RecordedTask, digest, load_task, read_document
from veriabs.report.files import path_text
from veriabs.solvers.supervise import Notify
from veriabs.verify.options import Options


def replayed(chosen: Namespace, terminal: Terminal) -> Report | str:
    """Repeat a counterexample from its recorded values; returns a text if it is not confirmed."""
    return supervised(_replay, chosen, terminal)


def _replay(chosen: Namespace, deadline: Deadline, notify: Notify) -> Report | str:
    from veriabs.frontend.instrumented_program import load_instrumented
    from veriabs.replay import confirm
    from veriabs.report.counterexample import load_values

    chosen, task, goals = _loaded(chosen, deadline, notify)
    deadline.begin("instrumenting the program")
    subject = load_instrumented(task, None, deadline.left()).looking_for(goals)
    deadline.begin("running the program")
    found = confirm.replay_values(
        subject, load_values(chosen.counterexample, subject.sites), options_of(chosen).overflow
    )
    if found.counterexample is None:
        return f"the counterexample {found.replay.value} ({found.detail})"
    return Report(task, Verdict.FALSE, "replay", None, (), (), 0.0, 0.0, "", found.counterexample)


def _loaded(chosen: Namespace, deadline: Deadline, notify: Notify) -> tuple[Namespace, Task, list[Goal]]:
    """The options, the task and the checks of the counterexample; command-line options take precedence."""
    recorded = load_task(chosen.counterexample)
    if recorded is None:
        return chosen, load(chosen, deadline), []
    recorded_options = _options(chosen, recorded)
    given = {name: value for name, value in vars(chosen).items() if value is not None}
    chosen = Namespace(**{**recorded_options, **given})
    task = load(chosen, deadline)
    if not given.keys() & {"checks", "property_file"}:
        task = replace(task, checks=tuple(kind.value for kind in recorded.checks), assertions=recorded.assertions)
    task = replace(task, others=tuple(_other_file(task, one) for one in recorded.files[1:]))
    for one, read in zip((task, *task.others), recorded.files, strict=False):
        if read.sha256 not in ("", digest(one.path)):
            notify(f"{path_text(one.path)} has changed since the counterexample was found")
    return chosen, task, list(_goals(recorded, task))


def _goals(recorded: RecordedTask, task: Task) -> Iterator[Goal]:
    """The checks of which one is violated, with the present names of their files."""
    paths = {read.file: str(one.path) for read, one in zip(recorded.files, (task, *task.others), strict=False)}
    for one in recorded.goals:
        yield Goal(one.kind, Where(paths.get(one.file, one.file), one.line, one.column), one.text)


def _options(chosen: Namespace, recorded: RecordedTask) -> dict[str, object]:
    """The recorded options by name; raises InputError for an invalid one."""
    document = read_document(chosen.counterexample)
    about = document if isinstance(document, dict) else {}
    first = recorded.files[0] if recorded.files else ReadFile("")
    recorded_options = {
        **{"function": recorded.function, "arrays": list(recorded.arrays), "defines": list(first.defines)},
        **{"arbitrary_globals": recorded.arbitrary_globals, "null_pointers": recorded.null_pointers},
        "standard": first.standard,
        "data_model": about.get("data_model"),
        "overflow": "wrap" if about.get("overflow") is True else None,
    }
    recorded_options = {name: value for name, value in recorded_options.items() if value not in (None, [])}
    try:
        read = Options.from_json(recorded_options)
    except ValueError as error:
        raise InputError(f"{path_text(chosen.counterexample)}: {error}") from error
    folder = chosen.file.parent
    paths = {"includes": _paths_in(folder, first.includes), "preincludes": _paths_in(folder, first.preincludes)}
    return {
        **{name: getattr(read, name) for name in recorded_options},
        **{name: some for name, some in paths.items() if some},
    }


def _other_file(task: Task, read: ReadFile) -> Task:
    """Another file of the program, read with its own options."""
    path = task.path.parent / read.file
    if not path.is_file():
        raise InputError(f"{path_text(path)}: this file of the counterexample's program is missing")
    folder = task.path.parent
    includes, preincludes = _paths_in(folder, read.includes), _paths_in(folder, read.preincludes)
    return Task(
        path,
        task.data_model,
        defines=read.defines,
        includes=includes,
        preincludes=preincludes,
        standard=read.standard,
    )


def _paths_in(folder: Path, names: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(folder / name for name in names)
