"""Download CBMC's packages from the Debian archive into a private folder, without root or the system's apt state.

The archive's address comes from the system's apt sources. apt checks the index with the archive's keyring, and each
package with the index. `dpkg-deb` checks nothing, so only packages that apt verified are unpacked.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from msgspec import Struct

from veriabs.core.errors import ToolError

KEYRINGS = (
    Path("/usr/share/keyrings/debian-archive-keyring.gpg"),
    Path("/usr/share/keyrings/debian-archive-keyring.pgp"),
)
_CODE_NAMES = {"buster", "bullseye", "bookworm", "trixie", "forky", "duke", "sid"}
_SUITES = _CODE_NAMES | {"stable", "oldstable", "oldoldstable", "testing", "unstable"}
_ONE_LINE = re.compile(r"deb\s+(?:\[(?P<options>[^]]*)]\s*)?(?P<uri>\S+)\s+(?P<suite>\S+)(?P<components>(?:\s+\S+)*)")
_PACKAGES = ("cbmc", "minisat", "libc6", "libstdc++6", "libgcc-s1", "zlib1g")
_PROGRAMS = ("cbmc", "goto-instrument", "goto-cc")  # the third one writes what the second one reads
# dl, pthread and rt are files of their own in the C library of 5.12's release only.
_LIBRARIES = (
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "libgcc_s.so.1",
    "libstdc++.so.6",
    "libz.so.1",
    "libminisat.so.2",
)
_SECONDS = 600.0

# The system's own settings (a proxy, say) stay in force; its hooks and pins are cleared, since they are made for the
# system's apt and some of them change it. One index that cannot be fetched or verified is an error.
_CONFIGURATION = """\
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear APT::Default-Release;
#clear APT::Snapshot;
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State "{folder}/state";
Dir::State::lists "{folder}/lists";
Dir::State::status "/dev/null";
Dir::Cache "{folder}/cache";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Debug::NoLocking "1";
APT::Sandbox::User "";
APT::Update::Error-Mode "any";
APT::Get::AllowUnauthenticated "false";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
Acquire::AllowDowngradeToInsecureRepositories "false";
Acquire::Languages "none";
Acquire::PDiffs "false";
Acquire::Retries "2";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
"""

_LAUNCHER = """\
#!/bin/sh
# Starts CBMC with the C library beside it. The path is an option of the loader and no environment variable, so that
# the compiler and the solvers that CBMC starts keep the system's libraries.
self=$0
[ -L "$self" ] && self=$(readlink -f "$self")
case $self in */*) here=${{self%/*}} ;; *) here=. ;; esac
exec "$here/lib/{loader}" --library-path "$here/lib" "$here/bin/{program}" "$@"
"""


class AptSource(Struct, frozen=True):
    """One entry of the system's apt sources; `signed_by` is empty if the entry names no key."""

    uri: str
    suites: tuple[str, ...]
    components: tuple[str, ...]
    signed_by: str = ""
    disabled: bool = False


# -------------------------------------------------------------------------------------------------------------- sources


def read_sources(folder: Path = Path("/etc/apt")) -> tuple[AptSource, ...]:
    """The binary-package entries of all source files under `folder`, in apt's own order of files."""
    parts = folder / "sources.list.d"
    lists = [folder / "sources.list", *sorted(parts.glob("*.list"))]
    found = [source for path in lists for source in parse_list(_text(path))]
    found += [source for path in sorted(parts.glob("*.sources")) for source in parse_stanzas(_text(path))]
    return tuple(found)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def parse_list(text: str) -> tuple[AptSource, ...]:
    """Entries of a one-line `*.list` file."""
    matches = (_ONE_LINE.fullmatch(line.split("#", 1)[0].strip()) for line in text.splitlines())
    return tuple(_parse_line(match) for match in matches if match)


def _parse_line(match: re.Match[str]) -> AptSource:
    pairs = (option.partition("=") for option in (match["options"] or "").split())
    options = {name.lower(): value for name, _, value in pairs}
    return AptSource(match["uri"], (match["suite"],), tuple(match["components"].split()), options.get("signed-by", ""))


def parse_stanzas(text: str) -> tuple[AptSource, ...]:
    """The entries of a deb822 `*.sources` file, one for each address of a stanza."""
    # a comment line may stand inside a stanza and does not end it
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return tuple(source for stanza in re.split(r"\n\s*\n", plain) for source in _parse_stanza(stanza))


def _parse_stanza(stanza: str) -> tuple[AptSource, ...]:
    joined_lines = re.sub(r"\n[ \t]+", " ", stanza.strip("\n"))
    pairs = (line.partition(":") for line in joined_lines.splitlines())
    fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
    if "deb" not in fields.get("types", "").split():
        return ()
    suites, components = tuple(fields.get("suites", "").split()), tuple(fields.get("components", "").split())
    disabled = fields.get("enabled", "yes").lower() in ("no", "false", "0", "off", "without", "disable")
    uris = fields.get("uris", "").split()
    return tuple(AptSource(uri, suites, components, fields.get("signed-by", ""), disabled) for uri in uris)


def choose_mirrors(sources: tuple[AptSource, ...]) -> tuple[str, ...]:
    """The addresses of the Debian archive in `sources`, the likeliest first, without other archives.

    Entries signed by the Debian archive's keyring are certain. Only without one are entries without a key considered;
    an entry for another archive then fails the signature check.
    """
    fitting = [source for source in sources if _carries_debian(source)]
    signed = [source for source in fitting if "debian-archive" in source.signed_by]
    nameless = [source for source in fitting if not source.signed_by]
    ordered = sorted(signed or nameless, key=lambda source: not source.uri.rstrip("/").endswith("/debian"))
    return tuple(dict.fromkeys(source.uri for source in ordered))


def _carries_debian(source: AptSource) -> bool:
    if source.disabled or source.uri.startswith("cdrom:"):
        return False
    return "main" in source.components and not _SUITES.isdisjoint(source.suites)


def find_keyring() -> Path:
    """The Debian archive's keyring on this system."""
    for path in KEYRINGS:
        if path.is_file():
            return path
    raise ToolError("the keyring of the Debian archive is missing: sudo apt-get install debian-archive-keyring")


# ---------------------------------------------------------------------------------------------------------------- fetch


def fetch(mirror: str, suite: str, keyring: Path, folder: Path) -> Path:
    """Download and unpack CBMC's packages of `suite` below `folder`; return the unpacked root.

    Raises ToolError if the index or a package cannot be fetched or verified.
    """
    packages, root = folder / "packages", folder / "root"
    for needed in (folder / "state", folder / "lists/partial", folder / "cache/archives/partial", packages, root):
        needed.mkdir(parents=True)
    configuration = folder / "apt.conf"
    configuration.write_text(_CONFIGURATION.format(folder=folder))
    architecture = run_tool(("dpkg", "--print-architecture"), folder).strip()
    entry = f"deb [arch={architecture} signed-by={keyring}] {mirror} {suite} main\n"
    (folder / "sources.list").write_text(entry)
    apt = ("apt-get", "-q", "-c", str(configuration))
    run_tool((*apt, "update"), folder)
    run_tool((*apt, "download", *_PACKAGES), packages)
    for package in sorted(packages.glob("*.deb")):
        run_tool(("dpkg-deb", "-x", str(package), str(root)), folder)
    return root


def run_tool(command: tuple[str, ...], folder: Path) -> str:
    """Run a packaging tool in `folder` and return its output; raises ToolError unless it exits with 0."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"{command[0]} did not end within {_SECONDS:.0f} s") from error
    except OSError as error:
        raise ToolError(f"{command[0]} cannot be started: {error.strerror}") from error
    if done.returncode:
        raise ToolError(f"{_name(command)} failed: {_complaint(done.stderr or done.stdout)}")
    return done.stdout


def _name(command: tuple[str, ...]) -> str:
    verb = next((word for word in command[1:] if word in ("update", "download")), "")
    return f"{command[0]} {verb}".strip()


def _complaint(text: str) -> str:
    """The first error line of a tool's output, or its last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line.removeprefix("E: ") for line in lines if line.startswith("E: ")]
    return (errors or lines[-1:] or ["without a message"])[0]


# --------------------------------------------------------------------------------------------------------------- gather


def gather(root: Path, target: Path) -> Path:
    """Copy CBMC, its loader and libraries from an unpacked `root` to `target`; return the launcher in it.

    The folder can be moved. Library folders differ between releases and machines (`usr/lib`, `lib/aarch64-linux-gnu`,
    ...), so files are found by name.
    """
    library = target / "lib"
    library.mkdir(parents=True)
    (target / "bin").mkdir()
    loader = _loader(root)
    shutil.copy2(loader.resolve(), library / loader.name)
    for name in _LIBRARIES:
        for found in _files_below(root, name)[:1]:
            shutil.copy2(found.resolve(), library / name)
    for program in _PROGRAMS:
        shutil.copy2(root / "usr/bin" / program, target / "bin" / program)
        launcher = target / program
        launcher.write_text(_LAUNCHER.format(loader=loader.name, program=program))
        launcher.chmod(0o755)
    _keep_licences(root, target / "licences")
    return target / _PROGRAMS[0]


def _loader(root: Path) -> Path:
    loaders = _files_below(root, "ld-linux*.so.*")
    if not loaders:
        raise ToolError("the packages lack a dynamic loader (ld.so) for this machine; set VERIABS_CBMC to your CBMC")
    return loaders[0]


def _files_below(root: Path, pattern: str) -> list[Path]:
    """Files below `root`, without links to the system's own files."""
    return [path for path in sorted(root.rglob(pattern)) if path.resolve().is_relative_to(root) and path.is_file()]


def _keep_licences(root: Path, target: Path) -> None:
    target.mkdir()
    for text in root.glob("usr/share/doc/*/copyright"):
        shutil.copy2(text.resolve(), target / text.parent.name)
