"""One program under the front end and under gcc: accepted or refused, and whether both versions do the same."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from core_program import Object, objects, printed, report
from pycparser import c_ast
from suites import Offer

from veriabs.confine.sandbox import run_compiler, run_program
from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.program import Program
from veriabs.core.source import DataModel, Task
from veriabs.core.statements import Havoc
from veriabs.frontend.known_functions import undeclared_type
from veriabs.frontend.parse import parse
from veriabs.frontend.program import load_program
from veriabs.frontend.survey import walk
from veriabs.validation.compiler_crosscheck import compiler_disagreement

HERE = Path(__file__).parent
STREAMS = 6
"""How many sequences of inputs a program that takes inputs is run with."""

SECONDS, PATIENCE = 10.0, 60.0
"""Seconds for one run, and for one of a lowered program whose reference has ended."""

MEMORY_MB = 1000
_REACHED = "what is not understood, or too large, is reached"
_NATIVE = ("-O0", "-fwrapv", "-fno-builtin", "-Wl,--wrap=malloc")
_REFERENCE = ("-w", "-ftrivial-auto-var-init=zero",)
_CHECKED = (
    "-fsanitize=undefined,address,float-divide-by-zero,float-cast-overflow,pointer-compare,pointer-subtract",
    "-fno-sanitize-recover=all",
)
_ERRORS = re.compile(
    r"\b(?:(?:reach_error|__VERIFIER_error|__assert\w*)\s*\(\s*\)|__assert_fail\s*\("
    r"|\w*assert\s*\(\s*(?:0|false)\b|(?:ERROR|Error|error|ERR)\s*:)"
)
_CALLS = re.compile(r"\b(?:reach_error|__VERIFIER_error|__assert\w*|assert|__VERIFIER_assert|__\w+_assert)\s*\(")
_LABEL = re.compile(r"(?<=[;{}\s])(ERROR|Error|error|ERR)\s*:(?!:)")
_SILENT = re.compile(r"\bvoid\s+reach_error\s*\(\s*(?:void)?\s*\)\s*\{\s*\}")
_NONDET = re.compile(r"\b(?:__VERIFIER_)?nondet_\w+")


class Verdict(Enum):
    """The outcome for one program."""

    REFUSED = "refused"
    AGREES = "agrees"
    DIFFERS = "differs"
    UNDEFINED = "undefined behaviour"
    UNCOMPARED = "not compared"
    CRASHED = "internal error"


@dataclass(frozen=True, slots=True)
class Observation:
    """`detail` is the reason of a refusal, or the difference; `runs` and `events` say how much was compared.

    `opinion` is the first expression that gcc takes for something else than the front end.
    """

    name: str
    verdict: Verdict
    detail: str = ""
    runs: int = 0
    events: int = 0
    opinion: str = ""


@dataclass(slots=True)
class Bench:
    """A folder to compile in, with the runtime compiled once.

    With `system` the front end reads the `assert.h` of the C library, of which only violations are events.
    """

    folder: Path
    system: bool = False
    runtime: Path = field(init=False)

    def __post_init__(self) -> None:
        self.runtime = self.folder / "runtime.o"
        self.gcc("-O1", "-w", "-c", str(HERE / "runtime.c"), "-o", str(self.runtime))

    def gcc(self, *arguments: str, reads: Iterable[Path] = ()) -> str:
        """The errors of gcc, empty if there are none."""
        finished = run_compiler(("gcc", *arguments), seconds=60, reads=[HERE, *reads], writes=self.folder)
        return "" if finished.exit_code == 0 else finished.stderr or "gcc failed"

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="latin-1")
        return path

    # ------------------------------------------------------------------------------------------------------ one program

    def observe(self, offer: Offer) -> Observation:
        """Lower the program with the front end, and compare the result with the program compiled by gcc."""
        value = self.checksum(offer) if offer.checksum else ""
        if offer.checksum:
            offer = replace(offer, defines=(*offer.defines, f"CHECKSUM={value or 0}u"))
        headers = offer.includes if self.system else (HERE / "native", *offer.includes)
        task = Task(self.write("program.c", offer.text), defines=offer.defines, includes=headers)
        try:
            program = load_program(task)
            seen = self.evaluate(offer, program, value) if offer.checksum else self.compare(offer, task, program)
            return replace(seen, opinion=compiler_disagreement(program))
        except (InputError, UnsupportedError) as error:
            return Observation(offer.name, Verdict.REFUSED, str(error))
        except Exception as error:  # one program must not end the others
            return Observation(offer.name, Verdict.CRASHED, f"{type(error).__name__}: {error}")

    def checksum(self, offer: Offer, extra: tuple[str, ...] = ()) -> str:
        """The checksum of gcc's program, empty if it has none; under sanitizers also if it is undefined."""
        source, name = self.write("program.c", offer.text), "checked" if extra else "reference"
        options = [*_NATIVE, *extra, *(f"-I{include}" for include in offer.includes), str(source), str(self.runtime)]
        if self.gcc("-w", *options, "-o", str(self.folder / name), reads=offer.includes):
            return ""
        said = [line.split() for line in self.run(name, 0, checked=bool(extra), seconds=PATIENCE if extra else SECONDS)]
        return next((str(int(words[2], 16)) for words in said if words[1] == "checksum"), "")

    def evaluate(self, offer: Offer, program: Program, value: str) -> Observation:
        """Run the lowered program, in which the checksum of the reference is an assertion: the only one."""
        if not value:
            return Observation(offer.name, Verdict.UNCOMPARED, "the reference has no checksum")
        self.build_lowered(program, ())
        found = self.run("lowered", 0, seconds=PATIENCE)[:-2]
        if found == ("event pass", "event end"):
            return Observation(offer.name, Verdict.AGREES, runs=1, events=1)
        if "event too large" in found:
            return Observation(offer.name, Verdict.UNCOMPARED, _REACHED)
        if not self.checksum(offer, _CHECKED):
            return Observation(offer.name, Verdict.UNDEFINED)
        return Observation(offer.name, Verdict.DIFFERS, " ".join(found))

    def compare(self, offer: Offer, task: Task, program: Program) -> Observation:
        """Run both versions with the same inputs and look at every event."""
        reported = () if offer.checksum else objects(program, declared(program, task), packed(program, task))
        problem = self.build(offer, task, program, reported)
        if problem:
            return Observation(offer.name, Verdict.UNCOMPARED, problem)
        draws = any(isinstance(stmt, Havoc) and stmt.call for stmt in statements(program.body))
        events = skipped = 0
        streams = range(STREAMS if draws else 1)
        counted = not self.system and _ERRORS.search(offer.text) is None
        for stream in streams:
            reference = self.run("reference", stream, violations=not counted)
            if not reference:
                return Observation(offer.name, Verdict.UNCOMPARED, "the reference does not end by itself")
            lowered = self.run("lowered", stream, violations=not counted, seconds=PATIENCE)
            if "event too large" in lowered:
                skipped += 1
                continue
            if not _alike(reference, lowered):
                return self.difference(offer, task, stream, reference, lowered)
            events += int(reference[-2].split()[-1], 16)
        if skipped == len(streams):
            return Observation(offer.name, Verdict.UNCOMPARED, _REACHED)
        return Observation(offer.name, Verdict.AGREES, runs=len(streams) - skipped, events=events)

    # ---------------------------------------------------------------------------------------------------- both versions

    def build(self, offer: Offer, task: Task, program: Program, reported: tuple[Object, ...]) -> str:
        """Compile both versions; what gcc says if the user's cannot be."""
        self.build_lowered(program, reported)
        return self.build_reference(offer, task, reported)

    def build_lowered(self, program: Program, reported: tuple[Object, ...]) -> None:
        lowered = self.write("lowered.c", printed(program, reported))
        problem = self.gcc(*_NATIVE, str(lowered), str(self.runtime), "-o", str(self.folder / "lowered"))
        if problem:
            raise AssertionError(f"the lowered program is no C: {problem}")

    def build_reference(
        self,
        offer: Offer,
        task: Task,
        reported: tuple[Object, ...],
        extra: tuple[str, ...] = (),
        name: str = "reference",
    ) -> str:
        """Compile the user's program with gcc, if need be without the text that is added before and after it."""
        inputs = self.write("inputs.c", _inputs(offer.text))
        source = task.path
        if not _CALLS.search(offer.text):  # then labels are what is to be avoided
            source = self.write("labels.c", _LABEL.sub(r"\1: reach_error();", offer.text))
        elif _SILENT.search(offer.text):  # the call is the error, whatever the body says
            text = _SILENT.sub(lambda one: "void reach_error();" + "\n" * one[0].count("\n"), offer.text)
            source = self.write("errors.c", text)
        options = [*_NATIVE, *_REFERENCE, *extra, *(f"-D{one}" for one in offer.defines)]
        options += [f"-I{one}" for one in (HERE / "native", *offer.includes)]
        objects_ = [str(inputs), str(self.runtime), "-lm", "-o", str(self.folder / name)]
        problem = ""
        for head in (_undeclared(offer.text) + '#include "conformance.h"\n', ""):
            text = f'{_HEAD}{head}#include "{source}"\n{report(reported)}'
            problem = self.gcc(*options, str(self.write("whole.c", text)), *objects_, reads=offer.includes)
            if not problem:
                return ""
        said = (line for line in problem.splitlines() if "error" in line or "undefined" in line)
        return f"gcc: {next(said, problem)}"

    def run(
        self, name: str, stream: int, *, violations: bool = False, checked: bool = False, seconds: float = SECONDS
    ) -> tuple[str, ...]:
        """The events of one run, empty if it did not end normally; the name of the file says what it is to do."""
        program = self.folder / f"{name}-{stream}{'v' if violations else ''}"
        program.unlink(missing_ok=True)
        os.link(self.folder / name, program)
        done = run_program(program, DataModel.LP64, seconds=seconds, memory_mb=MEMORY_MB, checked=checked)
        events = tuple(line for line in done.stderr.splitlines() if line.startswith("event "))
        return events if done.exit_code == 0 and events else ()

    def difference(
        self, offer: Offer, task: Task, stream: int, reference: tuple[str, ...], lowered: tuple[str, ...]
    ) -> Observation:
        """The differences, unless the program's behaviour is undefined for these inputs."""
        problem = self.build_reference(offer, task, (), _CHECKED, "checked")
        if not problem and not self.run("checked", stream, checked=True, seconds=PATIENCE):
            return Observation(offer.name, Verdict.UNDEFINED)
        if any(len(_NONDET.findall(line)) > 1 for line in offer.text.splitlines()):
            return Observation(offer.name, Verdict.UNDEFINED, "the order of two inputs")
        options = ("-fsyntax-only", "-Werror=return-type", *(f"-I{one}" for one in offer.includes))
        if "return-type" in self.gcc(*options, str(task.path), reads=offer.includes):
            return Observation(offer.name, Verdict.UNDEFINED, "the value of a function that returns none")
        pairs = zip((*reference, "nothing"), (*lowered, "nothing"), strict=False)
        position, (first, second) = next((n, pair) for n, pair in enumerate(pairs) if pair[0] != pair[1])
        detail = f"stream {stream}, event {position}: {first.removeprefix('event ')} / {second.removeprefix('event ')}"
        return Observation(offer.name, Verdict.DIFFERS, detail)


_MOST = "event too many events"


def _alike(reference: tuple[str, ...], lowered: tuple[str, ...]) -> bool:
    """Are the events the same? Of a reference that is cut off, those before its end."""
    if _MOST not in reference:
        return reference == lowered
    before = reference[: reference.index(_MOST)]
    return lowered[: len(before)] == before


_HEAD = """\
typedef __SIZE_TYPE__ conformance_size;
void conformance_at_end(void (*)(void));
void conformance_mix(const void *, conformance_size);
void conformance_mix_number(double);
void conformance_global(const char *);
"""


def _inputs(text: str) -> str:
    """Definitions of the functions that give the program its inputs."""
    lines = ["unsigned long conformance_draw(void);"]
    for name in sorted(set(_NONDET.findall(text))):
        if name.endswith(("float", "double")):
            ctype, bit = "long double" if "long" in name else name.rsplit("_", 1)[1], ""
        else:
            ctype, bit = "unsigned long", " & 1" if name.lower().endswith("bool") else ""
        lines.append(f"__attribute__((weak)) {ctype} {name}(void) {{ return conformance_draw(){bit}; }}")
    return "\n".join([*lines, ""])


def _undeclared(text: str) -> str:
    """Declarations of the inputs that a program takes without declaring them, as the compiler takes them."""
    found = []
    for name in sorted(set(_NONDET.findall(text))):
        ctype = undeclared_type(name, DataModel.LP64)
        lines = re.findall(rf"^(.*)\b{name}\s*\(\s*(?:void)?\s*\)\s*[;,]", text, re.MULTILINE)
        known = any(re.fullmatch(r"[\w\s*,()]*\w\s+\**", line) and "return" not in line for line in lines)
        if ctype is not None and not known:
            found.append(f"{ctype.name} {name}();\n")
    return "".join(found)


def declared(program: Program, task: Task) -> dict[str, int]:
    """The variables of the file scope, with their lines; one that is declared more than once counts as unknown."""
    found: dict[str, int] = {}
    twice = set()
    for node in parse(program.preprocessed, task).ext:
        if isinstance(node, c_ast.Decl) and node.name and not isinstance(node.type, c_ast.FuncDecl) and node.coord:
            twice |= {node.name} & found.keys()
            found[node.name] = node.coord.line
    return {name: line for name, line in found.items() if name not in twice}


def packed(program: Program, task: Task) -> frozenset[str]:
    """The names of bit-fields."""
    tree = parse(program.preprocessed, task)
    return frozenset(node.name for node in walk(tree) if isinstance(node, c_ast.Decl) and node.bitsize is not None)


_PLACES = re.compile(r"^\S+?:(?:\d+:)? | at \S+:\d+")
_NAMES = re.compile(
    r"\b(array|pointer|type|union|struct|bit-field|call of|body of|goto|function|constant|before:) "
    r"(?!to |of |initial|cast|or |with )\S*"
)
_LISTS = re.compile(r" \([^)]*\)")


def grouped(reason: str) -> str:
    """A reason without its place and names."""
    return _NAMES.sub(r"\1 ...", _LISTS.sub("", _PLACES.sub("", reason)))
