"""Run CBMC on generated programs: races of back ends, time and memory limits, and cleanup."""

from __future__ import annotations

import itertools
import math
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType, TracebackType

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, ToolError
from veriabs.core.folders import private_cache
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers import command, compiler, output, process
from veriabs.solvers.answer_cache import fingerprint, recall, remember, write_whole
from veriabs.solvers.command import Solver, Version
from veriabs.solvers.incremental import CheckedProgram
from veriabs.solvers.process import ProcessProgress, ProcessResult
from veriabs.solvers.stops import ChildStop
from veriabs.solvers.turns import Account, Processors, Turn
from veriabs.solvers.work import UNLIMITED, Work, counting_z3

# Called by the supervising thread with purpose, phase of CBMC, seconds and megabytes of a running process.
OnEvent = Callable[[str, str, float, float], None]

_DETECT_SECONDS = 20.0
_VERSION = re.compile(r"\s*(\d+)\.(\d+)(?:\.\d+)*\S*(?: \((?:cbmc-|n/a)\S*\))?\s*")
_DIRECTIVE = re.compile(r"^[ \t]*#|\\\n", re.MULTILINE)


class Cbmc(Struct, frozen=True):
    """A usable CBMC with its version; `command` is the prefix of its command lines."""

    command: tuple[str, ...]
    version: Version
    version_text: str


_REMOVALS, _REMOVAL_SECONDS = 100, 0.01
"""How often the removal of the temporary folder is repeated, while abandoned runs still write to it."""


def detect(command_prefix: Sequence[str] | str | Path) -> Cbmc:
    """Ask a CBMC for its version, cached until the file changes; raises ToolError if it cannot be used."""
    prefix = (str(command_prefix),) if isinstance(command_prefix, (str, Path)) else tuple(command_prefix)
    program = shutil.which(prefix[0])
    if program is None:
        raise ToolError(f"CBMC not found at {prefix[0]}; try: veriabs setup")
    prefix = (str(Path(program).absolute()), *prefix[1:])
    key = fingerprint(prefix)
    cbmc = _understand(prefix, recall(key))
    if cbmc is None:
        text = _ask(prefix)
        cbmc = _understand(prefix, text)
        if cbmc is None:
            raise ToolError(f"{prefix[0]} does not answer like CBMC ({text[:60]!r}); try: veriabs setup")
        remember(key, text)
    if cbmc.version < command.OLDEST:
        raise ToolError(f"CBMC {cbmc.version_text} is older than 5.12; try: veriabs setup")
    return cbmc


class _Job(Struct, frozen=True):
    """One question to CBMC, with the parameters that all back ends share.

    - `source`: the program. `shown`: its path as messages mention it. `purpose`: the question in words.
    - `asked`: descriptions of the properties to decide. `trace_of`: the one to decide alone, with its trace. `only`:
      names of the properties to decide, all by default.
    - `unwind`: the limit of loop iterations. `memory`: memory accesses are checked. `account`: adds up time and memory.
    - `head_start`: seconds until the second solver starts.
    - `facts`: the variables of facts that can be left out, by descriptions of their checks (see `incremental`).
    """

    source: Path
    shown: str
    purpose: str
    asked: tuple[str, ...]
    unwind: int | None
    data_model: DataModel
    trace_of: str | None
    memory: bool
    deadline: float
    account: Account
    work: Work
    head_start: float
    facts: Mapping[str, str]
    only: tuple[str, ...] = ()


class Driver:
    """Decides generated C programs with one CBMC; a context manager with a private temporary folder.

    At most `jobs` CBMC processes run at a time, each with `memory_mb` megabytes of address space. `keep` is a folder
    that receives every program and answer. `spare` processors are left to other work; `stagger` is the head start of
    the first solver in seconds.
    """

    def __init__(
        self,
        cbmc: Cbmc,
        *,
        memory_mb: int | None = None,
        jobs: int = 2,
        spare: int = 0,
        stagger: float = 0.25,
        keep: Path | None = None,
        on_event: OnEvent | None = None,
    ) -> None:
        self.cbmc = cbmc
        self._memory_mb = memory_mb
        self.processors = Processors(jobs, spare)
        self._stagger = stagger
        self._keep = keep
        self._on_event = on_event
        self._names: dict[str, int] = {}
        self._names_lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._decided: dict[tuple[object, ...], Run] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._compiler: Path | None = None

    def __enter__(self) -> Driver:
        """Create the temporary folder; raises InputError if the `keep` folder is not writable."""
        if self._keep is not None:
            _check_writable(self._keep)
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True)
            self._compiler = compiler.make_gcc_wrapper(Path(self._folder.name))
        except OSError as error:
            raise InputError(f"no temporary folder can be made: {error}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()
            _remove(Path(self._folder.name))
            self._folder = None

    @property
    def folder(self) -> Path | None:
        """The folder of temporary files, or None outside of the `with` statement, which removes it."""
        return Path(self._folder.name) if self._folder is not None else None

    def check(
        self,
        text: str,
        *,
        purpose: str,
        asked: tuple[str, ...],
        unwind: int | None,
        data_model: DataModel,
        seconds: float,
        solvers: tuple[Solver, ...] = (Solver.BUILT_IN,),
        trace_of: str | None = None,
        memory: bool = False,
        stop: threading.Event | None = None,
        account: Account | None = None,
        work: Work = UNLIMITED,
        head_start: float = 0.0,
        facts: Mapping[str, str] = MappingProxyType({}),
    ) -> Run:
        """Decide the program `text` within `seconds`; the first solver with a decision ends the race.

        - `asked`: descriptions of the checks that a success must contain.
        - `trace_of`: the name of one property to decide alone, with its trace.
        - `memory`: also check accesses and divisions. `account` pays for the run; `work` limits each solver.
        - `head_start`: the head start of the first solver in seconds, if not the default.
        - `facts`: the variables of facts that can be left out, by descriptions of their checks (see `incremental`).

        Without a decision it returns the most informative answer. Repeated programs are answered from a cache.
        """
        if self._folder is None:
            raise ValueError("the driver is used outside its with statement")
        deadline = time.monotonic() + seconds
        usable = tuple(solver for solver in solvers if solver is not Solver.Z3 or command.find_z3() is not None)
        if not usable:
            return Run(purpose, Outcome.UNKNOWN, detail="solver missing: z3", solver=Solver.Z3.value)
        key = (text, asked, unwind, data_model, trace_of, memory)
        if key in self._decided:
            return replace(self._decided[key], purpose=purpose, seconds=0.0)
        room = Path(self._folder.name, str(next(self._numbers)))
        name = self._unused_name(purpose)
        shown = str(self._keep / f"{name}.c") if self._keep is not None else f"{name}.c"
        source = room / f"{name}{_suffix(text)}"
        limits = (deadline, account or Account(), work, head_start or self._stagger, facts)
        job = _Job(source, shown, purpose, asked, unwind, data_model, trace_of, memory, *limits)
        try:
            room.mkdir()
            write_whole(job.source, text)
            self._save_program(f"{name}.c", text)
            decide = self._decide if work.together == math.inf else self._decide_apart
            run = decide(job, usable, stop)
            if run.outcome is Outcome.REJECTED:
                run = replace(run, detail=f"{run.detail}; {self._location_of(job.source.name, text)}")
            if _is_decisive(run):
                self._decided[key] = run
            return run
        except OSError as error:
            return Run(purpose, Outcome.CRASH, detail=f"cannot write or run it: {error.strerror or error}")
        finally:
            shutil.rmtree(room, ignore_errors=True)

    def _decide(self, job: _Job, solvers: tuple[Solver, ...], stop: threading.Event | None) -> Run:
        if len(solvers) == 1:
            return self._solve(job, solvers[0], stop or threading.Event(), Turn(job.account))
        return self._race(job, solvers, stop)

    def _decide_apart(self, job: _Job, solvers: tuple[Solver, ...], stop: threading.Event | None) -> Run:
        """Decide all checks in one run; if the solver does not end soon, decide them one by one."""
        if len(job.asked) < 2:
            return self._decide(job, solvers, stop)
        whole = Run(job.purpose, Outcome.TIMEOUT, detail="not decided one by one")
        if job.work.together > 0:
            short = replace(job.work, processor_seconds=job.work.together)
            whole = self._decide(replace(job, work=short), solvers, stop)
        refuted = {check.description for check in whole.checks if check.status == "FAILURE"}
        if job.memory or not (whole.outcome is Outcome.TIMEOUT or refuted & job.facts.keys()):
            return whole
        begun = time.monotonic()
        run = self._one_by_one(job, whole, refuted, stop or threading.Event())
        return replace(run, seconds=whole.seconds + time.monotonic() - begun)

    def _one_by_one(self, job: _Job, whole: Run, refuted: Set[str], stop: threading.Event) -> Run:
        """The run with the checks that an incremental session decides, or CBMC; the `whole` run if there are none."""
        turn, cbmc = Turn(job.account), (self.cbmc.command, self.cbmc.version)
        program = CheckedProgram(job.source, *cbmc, job.data_model, job.unwind, job.facts, refuted)
        found, seconds = program.decide(partial(self._call, job, stop=stop, turn=turn), job.work.processor_seconds)
        left = found.undecided().values()
        if left and (found.proofs or not job.facts):
            names, asked = (tuple(map(attrgetter(one), left)) for one in ("name", "description"))
            half = replace(job.work, processor_seconds=seconds / 2)
            rest = replace(job, source=program.without_refuted(found), only=names, asked=asked, work=half)
            found.take(self._solve(rest, Solver.BUILT_IN, stop, turn))
        return found.run(whole, job.asked)

    def _race(self, job: _Job, solvers: tuple[Solver, ...], stop: threading.Event | None) -> Run:
        """Start each solver after the one before it; the first decisive answer ends the others."""
        from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait  # slow import

        over = ChildStop(stop)
        running, runs, turn = dict[Future[Run], Turn](), list[Run](), None
        with ThreadPoolExecutor(len(solvers)) as pool:
            try:
                for solver in solvers:
                    turn = Turn(job.account, turn, job.head_start)
                    running[pool.submit(self._solve, job, solver, over, turn)] = turn
                while running and not (runs and (over.is_set() or any(map(_is_decisive, runs)))):
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        runs.append(future.result())
                        given = running.pop(future)
                        if not _is_decisive(runs[-1]):
                            given.give_way()
            finally:
                over.set()
                self.processors.wake()
        return min(runs, key=_rank)

    def _solve(self, job: _Job, solver: Solver, stop: threading.Event, turn: Turn) -> Run:
        """Run one solver in its turn."""
        arguments = command.arguments(
            Path(job.source.name),
            version=self.cbmc.version,
            data_model=job.data_model,
            solver=solver,
            unwind=job.unwind,
            trace_of=job.trace_of,
            only=job.only,
            memory=job.memory,
        )
        called = (*self.cbmc.command, *arguments)
        shown = tuple(job.shown if word == job.source.name else word for word in called)
        finished = self._call(job, called, job.work.seconds_of(solver), stop=stop, turn=turn)
        kind = "json" if "--json-ui" in arguments else "txt"
        self._save_program(f"{job.source.stem}.{solver.value}.{kind}", finished.stdout)
        return output.parse(finished, job.purpose, job.asked, solver, shown)

    def _call(
        self, job: _Job, called: tuple[str, ...], processor_seconds: float, *, stop: threading.Event, turn: Turn
    ) -> ProcessResult:
        with self.processors.seat(turn):
            return process.run(
                called,
                seconds=max(0.0, job.deadline - time.monotonic()),
                memory_mb=self._memory_mb,
                cwd=job.source.parent,
                env=command.environment(job.source.parent, *self._programs(job.work)),
                stop=stop,
                watch=self._watcher(job.purpose),
                turn=turn,
                processor_seconds=processor_seconds,
            )

    def _programs(self, work: Work) -> Iterator[Path]:
        """The folders that CBMC searches for programs first."""
        if self._compiler is not None:
            yield self._compiler
        if self._folder is not None and (z3 := counting_z3(Path(self._folder.name), work.z3_steps)) is not None:
            yield z3

    def _watcher(self, purpose: str) -> Callable[[ProcessProgress], None] | None:
        on_event = self._on_event
        if on_event is None:
            return None
        return lambda progress: on_event(purpose, output.phase(progress.tail), progress.seconds, progress.mb)

    def _unused_name(self, purpose: str) -> str:
        """Return a descriptive file name that this driver has not used yet."""
        name = re.sub(r"[^A-Za-z0-9._]+", "-", purpose).strip("-.")[:80] or "program"
        with self._names_lock:
            while True:
                count = self._names[name] = self._names.get(name, 0) + 1
                if count == 1:
                    return name
                name = f"{name}-{count}"

    def _location_of(self, name: str, text: str) -> str:
        """Says where a program is that CBMC rejects: an error in veriabs, which nobody can look for without it."""
        folder = self._keep or private_cache("rejected")
        if folder is None:
            return "--keep DIR keeps the program"
        write_whole(folder / name, text)
        return f"the program is {folder / name}"

    def _save_program(self, name: str, text: str) -> None:
        if self._keep is not None:
            write_whole(self._keep / name, text)


def _suffix(text: str) -> str:
    """`.i` for a text without directives: CBMC then skips preprocessing, half the time of a small run."""
    return ".c" if _DIRECTIVE.search(text) else ".i"


def _is_decisive(run: Run) -> bool:
    """Whether other solvers cannot add anything to this answer."""
    return run.outcome in (Outcome.SUCCESS, Outcome.FAILURE) or output.unwinding_failed(run.checks)


def _rank(run: Run) -> int:
    """Sort key of answers, most informative first."""
    if _is_decisive(run):
        return 0
    match run.outcome:
        case Outcome.TIMEOUT:
            return 1
        case Outcome.MEMORY:
            return 2
        case Outcome.UNKNOWN | Outcome.SUCCESS | Outcome.FAILURE:
            return 3
        case Outcome.CRASH | Outcome.REJECTED:
            return 4


def _remove(folder: Path) -> None:
    """Remove the folder; ending runs may still write files there, so it tries repeatedly."""
    for _ in range(_REMOVALS):
        if not folder.exists():
            return
        time.sleep(_REMOVAL_SECONDS)
        shutil.rmtree(folder, ignore_errors=True)


def _check_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {error.strerror or error}") from error


def _ask(prefix: tuple[str, ...]) -> str:
    finished = process.run((*prefix, "--version"), seconds=_DETECT_SECONDS)
    if finished.timed_out:
        raise ToolError(f"{prefix[0]} --version does not end; try: veriabs setup")
    if finished.exit_code != 0:
        raise ToolError(f"{prefix[0]} --version ends with exit code {finished.exit_code}; try: veriabs setup")
    return finished.stdout.strip()


def _understand(prefix: tuple[str, ...], text: str) -> Cbmc | None:
    match = _VERSION.fullmatch(text)
    return Cbmc(prefix, (int(match[1]), int(match[2])), text.strip()) if match else None
