"""Find CBMC on this machine, or install a private copy for the user.

Search order: the environment variable VERIABS_CBMC, the key `cbmc` of the user's configuration file, PATH, and the
private copies `cbmc-<version>/` in the user's data folder, the newest first.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from veriabs.core.errors import InputError, ToolError
from veriabs.core.folders import configuration_file, data_folder

VARIABLE = "VERIABS_CBMC"
_LEFTOVER = ".setup-"


class Release(Struct, frozen=True):
    """A CBMC that Debian distributes; `megabytes` are the download, index included."""

    version: str
    suite: str
    megabytes: int

    def covers(self, version: str) -> bool:
        """Does `version` denote this one, in the same or fewer digits?"""
        return f"{version}.".startswith(f"{self.version}.")


NEWEST = Release("6.6", "trixie", 36)
OLDEST = Release("5.12", "bullseye", 30)
RELEASES = (NEWEST, OLDEST)

# -------------------------------------------------------------------------------------------------------------- finding


def find() -> tuple[str, ...] | None:
    """The command that starts CBMC, or None; one that the user named explicitly is returned even if it cannot run.

    Raises InputError if the configuration file is invalid.
    """
    named = os.environ.get(VARIABLE) or _configured()
    if named:
        return _split(named)
    on_path = shutil.which("cbmc")
    if on_path:
        return (on_path,)
    copies = private_copies(data_folder())
    return (str(copies[0]),) if copies else None


def require() -> tuple[str, ...]:
    """The command that starts CBMC; raises ToolError if there is none."""
    command = find()
    if command is None:
        raise ToolError("CBMC is not installed; try: veriabs setup")
    if shutil.which(command[0]) is None:
        origin = VARIABLE if os.environ.get(VARIABLE) else str(configuration_file())
        raise ToolError(f"{origin} names `{command[0]}`, which cannot be run; unset it and run: veriabs setup")
    return command


def _configured() -> str:
    path = configuration_file()
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    import tomllib  # imported late: it takes several milliseconds, and few users have the file

    try:
        value = tomllib.loads(text).get("cbmc", "")
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: {error}") from error
    if not isinstance(value, str):
        raise InputError(f"{path}: the value of `cbmc` is not a string")
    return value


def _split(named: str) -> tuple[str, ...]:
    """A program's path, which may contain blanks, or a command line with options."""
    if Path(named).is_file():
        return (named,)
    try:
        return tuple(shlex.split(named)) or (named,)
    except ValueError:
        return (named,)


def private_copies(folder: Path) -> tuple[Path, ...]:
    """The launchers of the private copies in `folder`, the newest first."""
    return tuple(sorted(folder.glob("cbmc-*/cbmc"), key=_version_in, reverse=True))


def _version_in(launcher: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", launcher.parent.name))


# ---------------------------------------------------------------------------------------------------------- installing


def setup(
    *,
    prefix: Path | None,
    yes: bool,
    say: Callable[[str], None],
    ask: Callable[[str], bool],
    version: str | None = None,
) -> Path:
    """Install a private CBMC unless one is usable; return the path of the program that starts it.

    `prefix` (default: the user's data folder) and `version` (6.6 or 5.12; default: the newest available) request a
    separate copy even if another CBMC is usable. `say` receives one line at a time; `ask` is not called with `yes`.
    Raises InputError for a prefix that cannot be written and for an unknown version, else ToolError.
    """
    releases = _choose(version)
    if prefix is None and version is None:
        usable = _usable(say)
        if usable is not None:
            return usable
    folder = _prepare((prefix or data_folder()).absolute())
    with _exclusive(folder):
        launcher = _installed(folder, releases[0])
        if launcher is not None:
            say(f"CBMC is already there: {launcher}")
            return launcher
        launcher = _install(releases, folder, yes, say, ask)
    say(f"CBMC {launcher.parent.name.removeprefix('cbmc-')} is installed and answers: {launcher}")
    if find() != (str(launcher),):
        say(f"to use it: export {VARIABLE}={shlex.quote(str(launcher))}")
    return launcher


def _choose(version: str | None) -> tuple[Release, ...]:
    if version is None:
        return RELEASES
    chosen = tuple(release for release in RELEASES if release.covers(version))
    if not chosen:
        raise InputError(f"CBMC {version} is not available; the versions are {', '.join(r.version for r in RELEASES)}")
    return chosen


def _usable(say: Callable[[str], None]) -> Path | None:
    from veriabs.install import trial

    command = find()
    if command is None:
        return None
    problem = trial.fault(command)
    if not problem:
        found = " ".join(command)
        say(f"CBMC {trial.spell(trial.version_of(command) or ())} is usable already: {found}")
        return Path(command[0])
    say(f"the CBMC found here cannot be used, since {problem}")
    return None


def _prepare(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be made ({error.strerror}); name another folder with --prefix") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{folder} cannot be written; name another folder with --prefix")
    return folder


@contextmanager
def _exclusive(folder: Path) -> Iterator[None]:
    """Exclude other set-ups of `folder`, and remove the leftovers of a killed one."""
    import fcntl

    # the folder itself is locked, since a lock file would stay behind
    handle = os.open(folder, os.O_RDONLY)
    try:
        # some network file systems cannot lock folders; leftovers may then belong to a running set-up and are kept
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
            for leftover in folder.glob(f"{_LEFTOVER}*"):
                shutil.rmtree(leftover, ignore_errors=True)
        yield
    finally:
        os.close(handle)


def _installed(folder: Path, release: Release) -> Path | None:
    from veriabs.install import trial

    copies = (copy for copy in private_copies(folder) if release.covers(copy.parent.name.removeprefix("cbmc-")))
    return next((copy for copy in copies if not trial.fault((str(copy),))), None)


def _install(
    releases: tuple[Release, ...], folder: Path, yes: bool, say: Callable[[str], None], ask: Callable[[str], bool]
) -> Path:
    from veriabs.install import apt

    mirrors = _mirrors()
    keyring = apt.find_keyring()
    question = f"Download CBMC (about {releases[0].megabytes} MB) from {mirrors[0]} into {folder}?"
    if not yes and not ask(question):
        raise ToolError("nothing was installed; to go on without the question: veriabs setup --yes")
    problems = []
    for release in releases:
        for mirror in mirrors:
            say(f"CBMC {release.version}: downloading from {mirror} ({release.suite})")
            try:
                return _install_release(mirror, release, keyring, folder)
            except ToolError as error:
                say(f"CBMC {release.version}: {error}")
                problems.append(str(error))
    raise ToolError(f"CBMC was not installed, since {problems[0]}; correct that, then: veriabs setup --yes")


def _mirrors() -> tuple[str, ...]:
    """The addresses of the Debian archive that this system uses; raises ToolError, with an alternative, if there is
    none."""
    from veriabs.install import apt

    beware = "beware: the Python package of the name `cbmc` is an unrelated program"
    if not all(shutil.which(tool) for tool in ("apt-get", "dpkg", "dpkg-deb")):
        install = "brew install cbmc" if shutil.which("brew") else "your distribution's package, or brew install cbmc"
        raise ToolError(f"this is not a Debian system ({beware}); set {VARIABLE} to a CBMC of your own, or: {install}")
    mirrors = apt.choose_mirrors(apt.read_sources())
    if not mirrors:
        raise ToolError(
            f"the apt sources here name no Debian archive ({beware}); set {VARIABLE} to a CBMC of your own, or: "
            "sudo apt-get install cbmc"
        )
    return mirrors


def _install_release(mirror: str, release: Release, keyring: Path, folder: Path) -> Path:
    """Unpack, test, and then move into place; a failure leaves nothing in `folder`."""
    import tempfile

    from veriabs.install import apt, trial

    with tempfile.TemporaryDirectory(prefix=_LEFTOVER, dir=folder) as name:
        work = Path(name).resolve()
        root = apt.fetch(mirror, release.suite, keyring, work)
        launcher = apt.gather(root, work / "copy")
        problem = trial.fault((str(launcher),))
        if problem:
            raise ToolError(f"the unpacked CBMC cannot be used, since {problem}")
        version = trial.spell(trial.version_of((str(launcher),)) or ())
        target = folder / f"cbmc-{version}"
        if target.exists():
            target.rename(work / "replaced")
        launcher.parent.rename(target)
    return target / launcher.name
