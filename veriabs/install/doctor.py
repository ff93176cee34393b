"""Test everything that a verification needs on this machine, by running it.

A failed probe comes with one command that fixes it. A probe whose requirements are missing is neither good nor bad.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from veriabs.confine.launcher import launcher
from veriabs.core import folders
from veriabs.core.errors import ToolError
from veriabs.core.extras import PIP, reinstallation
from veriabs.install import provision, trial

_SETUP = "veriabs setup"
# with a version, a copy is installed even if there is a CBMC already
_ANOTHER = f"{_SETUP} --version {provision.NEWEST.version}"
_MEGABYTES = 120

_LARGE = """\
int main(void) {
  unsigned a[20000], i, s = 0;
  for (i = 0; i < 20000; i++) s += a[i] * a[(i * 7u) % 20000];
  __CPROVER_assert(s != 12345, "out of reach");
  return 0;
}
"""
_UNBOUNDED = """\
int main(void) {
  int a[__CPROVER_constant_infinity_uint];
  unsigned i, j;
  a[i] = 1;
  __CPROVER_assume(i == j);
  __CPROVER_assert(a[j] == 1, "holds");
  return 0;
}
"""
_WORD = 'int main(void) { __CPROVER_assert(sizeof(long) == 4, "holds"); return 0; }\n'
_NATIVE = "int main(void) { return 0; }\n"
# Uses no C library, since the 32-bit one is rarely installed: the program ends by a system call.
_FREESTANDING = """\
void _start(void) {
  __asm__ volatile("int $0x80" : : "a"(1), "b"(0));
  for (;;) {}
}
"""
_FREESTANDING_OPTIONS = ("-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pie", "-no-pie")
_INSTALLERS = (
    ("apt-get", "sudo apt-get install {}"),
    ("dnf", "sudo dnf install {}"),
    ("pacman", "sudo pacman -S {}"),
    ("zypper", "sudo zypper install {}"),
    ("brew", "brew install {}"),
)


class Probe(Struct, frozen=True):
    """One test; `ok` is None if it was skipped, `remedy` is the fixing command, empty unless it failed."""

    name: str
    ok: bool | None
    detail: str
    remedy: str = ""


def probe(command: tuple[str, ...] | None) -> list[Probe]:
    """Run all probes with the CBMC that `command` starts (None: there is none); takes a few seconds."""
    compiler = probe_compiler()
    found = probe_cbmc(command)
    return [
        probe_python(),
        compiler,
        found,
        *_answers(command if found.ok else None, compiler),
        probe_confinement() if compiler.ok else _skip("confinement", "there is no compiler"),
        probe_32_bit_replay() if compiler.ok else _skip("32-bit replay", "there is no compiler"),
        probe_templates(),
        probe_data_folder(folders.data_folder(), is_set_up=bool(found.ok)),
        probe_folder("cache folder", folders.cache_folder()),
    ]


def _answers(command: tuple[str, ...] | None, compiler: Probe) -> list[Probe]:
    """The probes of CBMC's answers; they need the compiler, with which CBMC preprocesses."""
    if command is None:
        return _skipped_answers("there is no usable CBMC")
    return probe_answers(command) if compiler.ok else _skipped_answers("CBMC needs the compiler")


def as_json(probes: list[Probe]) -> str:
    """The probes as a JSON object: `usable` and one entry for each probe, where `ok` is null for a skipped one."""
    usable = all(one.ok is not False for one in probes)
    return json.dumps({"usable": usable, "probes": [asdict(one) for one in probes]}, indent=2)


def _skip(name: str, reason: str) -> Probe:
    return Probe(name, None, f"skipped: {reason}")


def _judge(name: str, problem: str, detail: str, remedy: str) -> Probe:
    return Probe(name, False, problem, remedy) if problem else Probe(name, True, detail)


# ------------------------------------------------------------------------------------------------- Python and compiler


def probe_python() -> Probe:
    """Python is recent enough."""
    found = platform.python_version()
    problem = "" if sys.version_info >= (3, 11) else f"{found} is older than 3.11"
    return _judge("python", problem, f"{found} at {sys.executable}", _installation("python3"))


def probe_compiler() -> Probe:
    """The C compiler makes a program that runs; CBMC preprocesses and counterexamples are replayed with it."""
    found = shutil.which("gcc")
    if found is None:
        return Probe("compiler", False, "there is no gcc on PATH", _installation("gcc"))
    return _judge("compiler", _native_fault(found, _NATIVE), found, _installation("gcc libc6-dev", "gcc"))


def probe_confinement() -> Probe:
    """The kernel can confine programs, without which none is run."""
    name = "confinement"
    try:
        found = launcher()
    except ToolError as error:
        return Probe(name, False, str(error), _installation("gcc libc6-dev", "gcc"))
    if found.refusal:
        return _skip(name, found.refusal)
    lacks = "no Landlock, so that programs can read files, and tell nobody"
    files = f"files: Landlock {found.landlock}" if found.landlock else lacks
    return Probe(name, True, f"system calls: seccomp; {files}; {found.path}")


def probe_32_bit_replay() -> Probe:
    """A 32-bit program without a C library can be built and run, as for counterexamples under ILP32."""
    name = "32-bit replay"
    if platform.machine() not in ("x86_64", "AMD64", "i386", "i686"):
        return _skip(name, f"{platform.machine()} runs no 32-bit x86 programs, so ILP32 violations stay unconfirmed")
    problem = _native_fault("gcc", _FREESTANDING, *_FREESTANDING_OPTIONS)
    return _judge(name, problem, "gcc -m32 -ffreestanding -nostdlib", _installation("gcc-multilib", "gcc"))


def _native_fault(compiler: str, text: str, *options: str) -> str:
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        source, program = Path(folder) / "trial.c", Path(folder) / "trial"
        source.write_text(text)
        made = trial.run((compiler, *options, str(source), "-o", str(program)))
        if made.code != 0:
            return f"gcc does not compile ({made.summary()})"
        started = trial.run((str(program),), timeout=5)
        return "" if started.code == 0 else f"the compiled program does not run ({started.summary()})"


def _installation(package: str, elsewhere: str = "") -> str:
    """The command that installs a package here; `elsewhere` is its name outside Debian, if different."""
    for tool, line in _INSTALLERS:
        if shutil.which(tool):
            return line.format(package if tool == "apt-get" else elsewhere or package)
    return f"install {package} with the package manager of this system"


# ----------------------------------------------------------------------------------------------------------------- CBMC


def probe_cbmc(command: tuple[str, ...] | None) -> Probe:
    """CBMC exists and is recent enough."""
    if command is None:
        return Probe("cbmc", False, "CBMC is not installed", _SETUP)
    remedy = f"unset {provision.VARIABLE}; {_SETUP}" if os.environ.get(provision.VARIABLE) else _ANOTHER
    version = trial.version_of(command)
    if version is None:
        return Probe("cbmc", False, f"`{' '.join(command)} --version` does not answer with a version", remedy)
    problem = f"{trial.spell(version)} is older than {trial.spell(trial.OLDEST)}" if version < trial.OLDEST else ""
    return _judge("cbmc", problem, f"{trial.spell(version)} at {' '.join(command)}", remedy)


def probe_answers(command: tuple[str, ...]) -> list[Probe]:
    """CBMC answers as every verdict assumes."""
    return [
        probe_proof(command),
        probe_refutation(command),
        probe_report(command),
        probe_z3(command),
        probe_memory(command),
        probe_32_bit_proof(command),
    ]


def _skipped_answers(reason: str) -> list[Probe]:
    names = ("proof", "refutation", "report", "z3", "memory limit", "32-bit proof")
    return [_skip(name, reason) for name in names]


def probe_proof(command: tuple[str, ...]) -> Probe:
    """CBMC proves a true assertion."""
    tried = trial.check(command, trial.PROVABLE)
    return _judge("proof", trial.proof_fault(tried), f"{tried.summary()}, {tried.seconds:.2f} s", _ANOTHER)


def probe_refutation(command: tuple[str, ...]) -> Probe:
    """CBMC refutes a false assertion."""
    tried = trial.check(command, trial.REFUTABLE)
    return _judge("refutation", trial.refutation_fault(tried), f"{tried.summary()}, {tried.seconds:.2f} s", _ANOTHER)


def probe_report(command: tuple[str, ...]) -> Probe:
    """CBMC's JSON has the needed parts: the program's name, messages, results, a trace with the inputs."""
    tried = trial.check(command, trial.REFUTABLE, "--trace")
    messages = tried.messages()
    steps = [step for entry in tried.results() for step in entry.get("trace", ()) if isinstance(step, dict)]
    problem = ""
    if not any("program" in one for one in messages) or not any("messageText" in one for one in messages):
        problem = f"no JSON list of messages ({tried.summary()})"
    elif not any(_is_input(step) for step in steps):
        problem = "the trace does not show the inputs"
    return _judge("report", problem, f"{len(messages)} messages, {len(steps)} steps in the trace", _ANOTHER)


def _is_input(step: dict[str, Any]) -> bool:
    # only the value is checked: 5.x shows it at the variable, 6.x at the nondet call's return value as well
    value = step.get("value")
    shown = isinstance(value, dict) and str(value.get("data")) == "42"
    return step.get("stepType") == "assignment" and not step.get("hidden") and shown


def probe_z3(command: tuple[str, ...]) -> Probe:
    """CBMC works with the second solver."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    remedy = f"{PIP} --force-reinstall z3-solver"
    found = shutil.which("z3", path=path)
    if found is None:
        return Probe("z3", False, "there is no program z3 on PATH or beside Python", remedy)
    tried = trial.check(command, _UNBOUNDED, "--z3", environment={**os.environ, "PATH": path})
    return _judge("z3", trial.proof_fault(tried), f"{found}, {tried.seconds:.2f} s", remedy)


def probe_memory(command: tuple[str, ...]) -> Probe:
    """CBMC with a memory limit ends by itself and reports why."""
    shell = ("/bin/sh", "-c", f'ulimit -v {_MEGABYTES * 1024} && exec "$@"', "sh")
    tried = trial.check((*shell, *command), _LARGE, "--unwind", "20001", timeout=30)
    texts = [str(message.get("messageText", "")).lower() for message in tried.messages()]
    clean = tried.code not in (trial.SAFE, trial.VIOLATED) and any("out of memory" in text for text in texts)
    problem = "" if clean else f"CBMC under a limit of {_MEGABYTES} MB does not end cleanly ({tried.summary()})"
    return _judge("memory limit", problem, f"{_MEGABYTES} MB, {tried.summary()}", _ANOTHER)


def probe_32_bit_proof(command: tuple[str, ...]) -> Probe:
    """CBMC proves preprocessed text with 32-bit machine words."""
    tried = trial.check(command, _WORD, "--32", suffix=".i")
    return _judge("32-bit proof", trial.proof_fault(tried), f"{tried.summary()}, {tried.seconds:.2f} s", _ANOTHER)


# ---------------------------------------------------------------------------------------------------------------- files


def probe_templates() -> Probe:
    """The package contains the templates of the generated programs."""
    package = Path(__file__).resolve().parent.parent
    # an installed package contains them; a checkout has them beside the package
    for folder in (package / "templates", package.parent / "templates"):
        count = len(list(folder.glob("*/*.c.j2")))
        if count:
            return Probe("templates", True, f"{count} in {folder}")
    return Probe("templates", False, "the installation holds no templates", reinstallation())


def probe_folder(name: str, folder: Path) -> Probe:
    """Files can be created in `folder`, or in its nearest existing parent."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=existing):
            return Probe(name, True, str(folder))
    except OSError as error:
        return Probe(name, False, f"{existing} cannot be written: {error.strerror}", f"sudo chown $USER '{existing}'")


def probe_data_folder(folder: Path, *, is_set_up: bool) -> Probe:
    """As `probe_folder`; if CBMC is installed, the folder may be read-only, as in an image."""
    found = probe_folder("data folder", folder)
    return found if found.ok or not is_set_up else _skip(found.name, f"{found.detail}, which only set-up needs")
