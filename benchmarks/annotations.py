"""How many safe tasks get annotations with which others prove the file, without veriabs: CBMC's loop contracts or WP.

    python benchmarks/annotations.py sv-comp/tasks [--every 4] [--offset 1] [--seconds 60] [--only NAME ...]
        [--keep DIR] [--unsafe]

Needs `goto-cc`, `goto-instrument`, `cbmc` and `z3` on PATH (quantified invariants take an SMT solver); where `frama-c`
is there, its WP is asked when contracts do not prove. Prints a line a task: what veriabs showed, who accepts the file,
or what is wrong with it, and the seconds of both. A text in which more than annotations changed counts as refused, and
so does one in which CBMC finds nothing asserted: a call of `reach_error` is a violation for both, empty or not. With
`--unsafe` the tasks whose assertions fail are annotated, none of which may be accepted: the exit code is 1 if one is.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml

from veriabs.batch.plain_cbmc import preprocess
from veriabs.frontend.task import load

ASSERTED = re.compile(r"^\[.*(?:the error is not reached|assertion).*: SUCCESS$", re.M)
"""What CBMC says of an assertion of the task; without one there was nothing to prove."""

_REMARK = r"/\*.*?\*/|//[^\n]*"

_CLAUSE = r"__CPROVER_(?:loop_invariant|assigns)\([^\n]*\)(?=\n)"

_NOTE = re.compile(rf"\n?[ \t]*(?:/\*@.*?\*/|{_CLAUSE})", re.DOTALL)


def tasks(folder: Path, *, safe: bool) -> Iterator[tuple[Path, str]]:
    """The programs of task definitions whose assertions hold, or do not, with their data model."""
    for definition in sorted(folder.rglob("*.yml")):
        about = yaml.safe_load(definition.read_text(encoding="utf-8"))
        verdicts = [one.get("expected_verdict") for one in about.get("properties", [])]
        if verdicts == [safe]:
            yield definition.parent / about["input_files"], about.get("options", {}).get("data_model", "LP64")


def ran(command: list[str], seconds: float) -> tuple[int, str]:
    """Exit code and output; -1 after so many seconds, and then the solver that it has started is ended as well."""
    to = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=to, stderr=to, text=True, errors="replace", start_new_session=True
    ) as running:
        try:
            said, complained = running.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return -1, "out of time"
    return running.returncode, said + complained


def same_program(original: str, annotated: str) -> bool:
    """Is the text the same but for annotations, so that its loops and assertions are those of the task?"""
    return _NOTE.sub("", annotated).split() == _NOTE.sub("", original).split()


def by_contracts(program: Path, data_model: str, seconds: float) -> str:
    """Prove the annotated program with CBMC by its contracts alone: "proved", or the failure."""
    compiled, applied = program.with_suffix(".goto"), program.with_suffix(".applied.goto")
    violating, width = program.with_suffix(".i"), "-m32" if data_model == "ILP32" else "-m64"
    violating.write_text(preprocess(load(program), seconds), encoding="utf-8")
    code, text = ran(["goto-cc", width, str(violating), "-o", str(compiled)], seconds)
    loops = [] if code else unannotated(compiled, program)
    if loops:  # CBMC has them unwound first, and shows that it was often enough
        unwound = [word for one in loops for word in ("--unwindset", f"{one}:{UNWOUND}")]
        code, text = ran(["goto-instrument", *unwound, "--unwinding-assertions", str(compiled), str(compiled)], seconds)
    if not code:
        kept = [word for name in statics(compiled) for word in ("--nondet-static-exclude", name)]
        applying = ["--apply-loop-contracts", str(compiled), str(applied)]
        code, text = ran(["goto-instrument", *kept, *applying], seconds)
        if code and "unsupported on do/while loops" in text:  # its older way of applying contracts knows none of these
            code, text = ran(["goto-instrument", "--dfcc", "main", *kept, *applying], seconds)
    if code:
        return f"not instrumented: {(text.strip().splitlines() or ['failed'])[-1][:90]}"
    code, text = ran([*_ASKED, str(applied)], seconds * _AT_ONCE)
    if code in (-1, _UNDECIDED):
        code, text = one_by_one(applied, text, seconds)
    if code == 0:
        return "proved" if ASSERTED.search(text) and "ignoring" not in text else "nothing asserted"
    failed = [line for line in text.splitlines() if line.endswith("FAILURE")]
    return f"failed: {failed[0][:90]}" if failed else "out of time" if code < 0 else f"cbmc: exit code {code}"


_ASKED = ("cbmc", "--z3", "--no-standard-checks")

_AT_ONCE, _UNDECIDED = 0.25, 6
"""The part of the time that CBMC has for all checks together; its exit code where the solver has left some open."""


def one_by_one(applied: Path, said: str, seconds: float) -> tuple[int, str]:
    """Ask CBMC for each check alone that it did not prove together with all others.

    Quantifiers are hard for a solver with many goals; a single goal is often proved at once.
    """
    until = time.monotonic() + seconds
    _, listed = ran(["cbmc", str(applied), "--no-standard-checks", "--show-properties"], seconds)
    shown = set(re.findall(r"^\[(\S+)\] .*: SUCCESS$", said, re.M))
    for name in re.findall(r"^Property (\S+):$", listed, re.M):
        if name not in shown:
            alone = [*_ASKED, str(applied), "--slice-formula", "--property", name]
            code, text = ran(alone, max(until - time.monotonic(), 0.0))
            if code:
                return code, text
            said += text
    return 0, said


UNWOUND = 9
"""How often loops without annotations are unwound: the small inner ones."""


def unannotated(compiled: Path, program: Path) -> list[str]:
    """The loops without a contract, by CBMC's names for them."""
    done = subprocess.run(
        ["goto-instrument", "--show-loops", "--json-ui", str(compiled)], capture_output=True, text=True
    )
    loops = [one for part in json.loads(done.stdout) for one in part.get("loops", ())]
    text = program.read_text(encoding="utf-8")
    lines, begins = text.splitlines(), dict(do_loops(text))
    at = {one["name"]: int(one["sourceLocation"]["line"]) for one in loops}
    behind = {name: lines[(first := begins.get(line, line)) - 1 : first + 1] for name, line in at.items()}
    return [name for name, near in behind.items() if "__CPROVER_" not in "".join(near)]


def do_loops(text: str) -> Iterator[tuple[int, int]]:
    """The line of the test of each `do` loop in braces, by which CBMC calls it, and that of its head."""
    code = re.sub(rf"{_REMARK}|{_CLAUSE}", lambda said: "\n" * said[0].count("\n"), text, flags=re.DOTALL)
    for head in re.finditer(r"\bdo\b", code):
        depth = 0
        for sign in re.finditer(r"[{}]", code[head.end() :]):
            depth += 1 if sign[0] == "{" else -1
            if not depth:
                test = code.find("while", head.end() + sign.end())
                yield code.count("\n", 0, test) + 1, code.count("\n", 0, head.start()) + 1
                break


def statics(compiled: Path) -> list[str]:
    """The static objects; contracts lose their initial values unless an option keeps them."""
    shown = subprocess.run(
        ["goto-instrument", "--show-symbol-table", "--json-ui", str(compiled)], capture_output=True, text=True
    )
    tables = (part["symbolTable"] for part in json.loads(shown.stdout) if "symbolTable" in part)
    return [
        name
        for table in tables
        for name, one in table.items()
        if one["isStaticLifetime"] and not name.startswith("__CPROVER")
    ]


_SPECIFIED = {
    r"^(?=void __VERIFIER_assert\((?:int|_Bool) (\w+)\) *\{)": r"/*@ requires \1 != 0; assigns \\nothing; */ ",
    r"^(?=void reach_error\((?:void)?\) *\{)": r"/*@ requires \\false; assigns \\nothing; */ ",
    r"^(?=extern void abort\()": r"/*@ assigns \\nothing; ensures \\false; */ ",
    r"^(?=extern void __assert_fail\()": r"/*@ assigns \\nothing; ensures \\false; */ ",
}
"""What a user of WP says of the functions that are the assertions of a task: they must not be called in vain."""


_BLOCKS = "/*@ axiomatic Blocks { logic integer birth(char *block); } */ /*@ ghost unsigned long long blocks; */ "
_BORN = r"""/*@ assigns blocks, \result \from blocks;
    ensures blocks == \old(blocks) + 1 && birth(\base_addr(\result)) == blocks; */ """
_NEW = re.compile(r"^(?=extern void \*(?:malloc|calloc)\()", re.M)
"""What such a user says of each allocation: that its block is another one than those before."""

_CELLS = r"(?:unsigned |signed )?(?:char|short|int|long|long long|float|double)"
_OF_VARIABLE_SIZE = re.compile(rf"^ +({_CELLS}) \w+\[[a-z]", re.M)
_CONVERTED = re.compile(r"\(\s*[\w ]+\*+\s*\)(?! *(?:malloc|calloc)\()")


def with_blocks(text: str) -> tuple[str, bool]:
    """The text with blocks told apart, and whether pointers have to be converted for that: from `void *` as it comes
    from an allocation. A model in which conversions are free must not see any others."""
    arrays = set(_OF_VARIABLE_SIZE.findall(text))
    if not arrays and not _NEW.search(text):
        return text, False
    converts = len(arrays) > 1 or bool(_NEW.search(text))
    if converts and converting(text):
        return text, False
    kind = "void" if len(arrays) > 1 else next(iter(arrays), "void")
    declared = f"{_BORN}extern {kind} *__fc_vla_alloc(unsigned long size); " if arrays else ""
    return _BLOCKS + declared + _NEW.sub(lambda _: _BORN, text), converts


def converting(text: str) -> bool:
    """Are pointers converted? Frama-C does so as well, to compare a pointer to what is constant with another one."""
    code = re.sub(_REMARK + r"|^extern .*?;", "", text, flags=re.M | re.DOTALL)
    return bool(_CONVERTED.search(code)) or "void *" in code


_DEFINED = re.compile(r"^(?:[a-z_]\w*[ *]+)+(\w+)\([^;{)]*\)\s*\{", re.M)


def helpers(text: str) -> list[str]:
    """The functions that are defined beside the entry and the assertions, in the order of the text."""
    return [name for name in dict.fromkeys(_DEFINED.findall(text)) if name not in _KEPT]


_KEPT = {"main", "reach_error", "__VERIFIER_assert"}


def is_inlined_whole(text: str) -> bool:
    """Tell whether inlining removes all helpers: each is only called, and only after its definition.

    Then the proof covers them at their calls, and not for arbitrary arguments.
    """
    code = re.sub(_REMARK, "", text, flags=re.DOTALL)
    found = list(_DEFINED.finditer(code))
    ends = [*(one.start() for one in found[1:]), len(code)]
    for one, end in zip(found, ends, strict=True):
        name, around, behind = one[1], code[: one.start(1)] + code[one.end(1) : end], code[end:]
        if name not in _KEPT and (re.search(rf"\b{name}\b", around) or re.search(rf"\b{name}\b(?!\s*\()", behind)):
            return False
    return True


def by_wp(program: Path, data_model: str, seconds: float) -> str:
    """Prove the annotated program with Frama-C's WP: "proved" if it proves all goals."""
    text = program.read_text(encoding="utf-8")
    for pattern, specified in _SPECIFIED.items():
        text = re.sub(pattern, specified, text, flags=re.M)
    raw = ["raw"] if re.search(r"&\w+\[0\]|(\w+) == .* \+ \(\1 - ", text) else []
    cast = ["cast"] if raw and re.search(r"\bconst \w+ \*", text) and not converting(text) else []
    text, converts = with_blocks(text)
    model = ["-wp-model", "+".join(["Typed", *(["cast"] if converts else [*raw, *cast])])]
    program.write_text(text, encoding="utf-8")
    machine = "x86_32" if data_model == "ILP32" else "x86_64"
    provers = ["-wp-prover", "z3,cvc4", "-wp-par", "1", "-wp-timeout", "10"]
    inlined = ",".join(helpers(text))
    calls = ["-inline-calls", inlined] if inlined else []
    calls += ["-remove-inlined", inlined] if inlined and is_inlined_whole(text) else []
    command = ["frama-c", "-machdep", machine, "-wp", *provers, *model, *calls, str(program)]
    code, said = ran(command, 2 * seconds)
    goals = re.search(r"Proved goals:\s+(\d+) / (\d+)", said)
    if goals is None:
        return "out of time" if code < 0 else f"wp: {(said.strip().splitlines() or ['failed'])[-1][:90]}"
    return "proved" if goals[1] == goals[2] != "0" else f"failed: {goals[1]} of {goals[2]} goals"


ACCEPTED = {"contracts": ("contracts", by_contracts), "wp": ("acsl", by_wp)}
"""Who may accept an annotated file: the notation, and how they are asked."""


def annotated(program: Path, data_model: str, notation: str, to: Path, seconds: float) -> tuple[str, float]:
    """Whether all that is asserted was shown, "shown" or "open", or why the file is none to ask of; and the seconds."""
    width, begin = "--32" if data_model == "ILP32" else "--64", time.monotonic()
    command = [sys.executable, "-m", "veriabs", "annotate", str(program), width, "--as", notation]
    done = subprocess.run(
        [*command, "--timeout", str(seconds), "-I", str(program.parent)], capture_output=True, text=True
    )
    to.write_text(done.stdout, encoding="utf-8")
    if not done.stdout.strip():
        return "nothing", time.monotonic() - begin
    if not same_program(program.read_text(encoding="utf-8"), done.stdout):
        return "changed", time.monotonic() - begin
    return "shown" if done.returncode == 0 else "open", time.monotonic() - begin


def judged(program: Path, data_model: str, folder: Path, seconds: float, by: list[str]) -> tuple[str, str]:
    """The tool that accepts an annotated task, if any, and the answers of all tools, with their seconds.

    If invariants are missing, the tool that would use them is asked last: contracts cannot express sums, for example.
    """
    said, waiting = list[str](), list[str]()

    def accepts(who: str) -> bool:
        begin = time.monotonic()
        answer = ACCEPTED[who][1](text(who), data_model, seconds)
        said.append(f"{who}: {answer} in {time.monotonic() - begin:.1f} s")
        return answer == "proved"

    def text(who: str) -> Path:
        return folder / f"{program.stem}.{ACCEPTED[who][0]}.c"

    for who in by:
        state, ours = annotated(program, data_model, ACCEPTED[who][0], text(who), seconds)
        said.append(f"{who}: {state} in {ours:.1f} s")
        if state == "open":
            waiting.append(who)
        elif state == "shown" and accepts(who):
            return who, "; ".join(said)
    return next(filter(accepts, waiting), "nobody"), "; ".join(said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="of the tasks only each so many")
    parser.add_argument("--offset", type=int, default=0, help="and from the so-manieth on")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each of both")
    parser.add_argument("--only", nargs="+", help="names of tasks")
    parser.add_argument("--keep", type=Path, help="folder for the annotated files")
    parser.add_argument("--by", nargs="+", choices=ACCEPTED, help="who is asked, until one accepts")
    parser.add_argument("--unsafe", action="store_true", help="the tasks whose assertions fail instead")
    chosen = parser.parse_args()
    by = chosen.by or ["contracts", *(["wp"] if shutil.which("frama-c") else [])]
    counts: Counter[str] = Counter()
    some = list(tasks(chosen.folder, safe=not chosen.unsafe))[chosen.offset :: chosen.every]
    for program, data_model in some:
        if chosen.only and program.stem not in chosen.only:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = chosen.keep or Path(name)
            folder.mkdir(parents=True, exist_ok=True)
            who, said = judged(program, data_model, folder, chosen.seconds, by)
        counts[who] += 1
        print(f"{program.parent.name}/{program.stem:30} {who:10} {said}", flush=True)
    for text, count in counts.most_common():
        print(f"{count:4} {text}")
    return int(chosen.unsafe and any(counts[who] for who in ACCEPTED))


if __name__ == "__main__":
    sys.exit(main())
