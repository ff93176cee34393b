"""The commands about the service: `serve`, `token`, and `verify --server`; each returns its exit code."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.cli.exit_codes import ExitCode
from veriabs.cli.parser import UsageError
from veriabs.core.errors import InputError, ToolError
from veriabs.core.extras import needs

if TYPE_CHECKING:
    from argparse import Namespace

    from veriabs.client import Client, Job

Write = Callable[[str], None]

TOKEN_VARIABLE = "VERIABS_TOKEN"
_EXTRA = "serve"
_LOCAL = {
    **{"others": "several files", "includes": "-I", "preincludes": "-include", "build": "-p", "keep": "--keep"},
    **{"all_functions": "--all-functions", "proof": "--proof", "framework": "--as"},
    **{"explain": "--explain", "show_commands": "--show-commands"},
}
"""Arguments that a server cannot follow, by field."""

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


def serve(chosen: Namespace, say: Write) -> int:
    """Serve until interrupted."""
    try:
        from veriabs.service import server
        from veriabs.service.limits import Limits
    except ImportError as error:
        raise ToolError(needs("serve", _EXTRA, error.name)) from error
    solvers = 2
    usual = Limits()
    limits = Limits(
        timeout=chosen.max_timeout,
        memory_mb=chosen.max_memory or server.memory_each(chosen.workers, solvers),
        solvers=solvers,
        queued=chosen.max_queue,
        owner_queued=min(usual.owner_queued, chosen.max_queue),
        rate=float(chosen.rate),
        kept=chosen.keep_jobs,
        burst=8.0 * chosen.rate,
    )
    settings = server.ServerSettings(
        host=chosen.host,
        port=chosen.port,
        db=chosen.db,
        workers=chosen.workers,
        hosts=tuple(chosen.allow_host),
        unconfined=chosen.unconfined,
        cluster=chosen.cluster,
        limits=limits,
    )
    with suppress(KeyboardInterrupt):  # the way to end it
        server.serve(settings, say)
    return 0


def token(chosen: Namespace, say: Write) -> int:
    """`token add`, `list` and `revoke`."""
    try:
        from veriabs.service import tokens
        from veriabs.service.store import Store, default_url
    except ImportError as error:
        raise ToolError(needs("token", _EXTRA, error.name)) from error
    store = Store.open(chosen.db or default_url())
    if chosen.deed == "list":
        for name, owner, role in tokens.listed(store):
            say(f"{name:<20} {role:<8} jobs of {owner}")
        return 0
    if chosen.name is None:
        raise InputError(f"veriabs token {chosen.deed} needs the NAME of the token")
    if chosen.deed == "revoke":
        tokens.revoke(store, chosen.name)
        return 0
    say(tokens.add(store, chosen.name, chosen.role, chosen.owner))
    return 0


# ------------------------------------------------------------------------------------------------------ verify --server


def decide(chosen: Namespace, say: Write, complain: Callable[[object, int], int]) -> int:
    """Let a server decide; print and write the same output as a local run."""
    try:
        from veriabs.client import Client, ServiceError
    except ImportError as error:
        raise ToolError(needs("--server", _EXTRA, error.name)) from error
    try:
        with Client(chosen.server, os.environ.get(TOKEN_VARIABLE)) as client:
            return _ask_server(client, chosen, say, complain)
    except ServiceError as error:
        if error.status in (0, 502, 503, 504):
            server = f"{chosen.server}: " if error.status else ""  # an error without an answer names it
            raise ToolError(f"{server}{error}; try again") from error
        if error.status == 401:
            raise InputError(f"{chosen.server}: no valid token; try: {TOKEN_VARIABLE}=TOKEN veriabs ...") from error
        raise InputError(f"{chosen.server}: {error}") from error


def _ask_server(client: Client, chosen: Namespace, say: Write, complain: Callable[[object, int], int]) -> int:
    from veriabs.cli.task_options import settings_of
    from veriabs.frontend.task import check_property, load
    from veriabs.verify.options import Options

    settings = settings_of(chosen, chosen.file)
    if local := [word for name, word in _LOCAL.items() if settings.get(name)]:
        hint = "; gcc -E makes one file of a program and its headers" if {"-I", "-include", "-p"} & {*local} else ""
        raise UsageError(f"--server cannot be combined with {', '.join(local)}, given here or in veriabs.toml{hint}")
    known = Options.of(settings)
    task = load(chosen.file, data_model=known.data_model, property_file=known.property_file)
    check_property(task)
    if not task.assertions:
        raise UsageError(f"--server checks no property but assertions, not {task.property_file}; try: --check KIND,...")
    files = _sources_with_headers(task.path)
    name = task.path.name
    options = {**_options(settings), "data_model": task.data_model.value}
    job = client.submit(name, files.pop(name), headers=files, options=options, command=chosen.verb)
    try:
        for event in client.follow(job.id):
            if event.kind == "line":
                say(str(event.data["text"]))
    except KeyboardInterrupt:
        with suppress(Exception):
            client.cancel(job.id)
        raise
    job = client.job(job.id)
    if job.state != "done":
        code = {"bad input": ExitCode.INPUT, "tool": ExitCode.TOOL}.get(job.reason_kind or "", ExitCode.BUG)
        code = ExitCode.INTERRUPTED if job.state == "cancelled" else code
        return complain(job.reason or job.sentence or job.state, code)
    say(client.download(job.id, "console.txt").decode().rstrip("\n"))
    say(f"  {chosen.server.rstrip('/')}{job.links['page']}")
    for problem in _fetched(client, job, chosen):
        complain(problem, ExitCode.INPUT)
    is_weak = bool(job.conditions) and getattr(chosen, "require_unconditional", False)
    return ExitCode.CONDITIONAL if is_weak else ExitCode[job.verdict or "UNKNOWN"]


def _options(settings: Mapping[str, object]) -> dict[str, object]:
    """The settings in the server's format."""
    from veriabs.verify import options

    known = {one.name: settings[one.name] for one in options.remote() if one.name in settings}
    return {name: options.json_value(_listed(value)) for name, value in known.items()}


def _listed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _sources_with_headers(program: Path) -> dict[str, str]:
    """The text of a program and the files that it includes from its folder, by relative name."""
    folder = program.absolute().parent
    found: dict[str, str] = {}
    waiting = [program.name]
    while waiting:
        name = waiting.pop()
        if name in found or not (folder / name).is_file():
            continue
        found[name] = _read_source(folder / name)
        waiting += list(_included(found[name], name, folder))
    return found


def _read_source(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return path.read_text(encoding="latin-1")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error


def _included(text: str, name: str, folder: Path) -> Iterator[str]:
    for included in _INCLUDE.findall(text):
        path = os.path.normpath(Path(name).parent / included)
        if path.startswith("..") or Path(path).is_absolute():
            raise InputError(f"{name}: includes {included}, which lies outside of {folder}; send the output of gcc -E")
        yield path


def _fetched(client: Client, job: Job, chosen: Namespace) -> Iterator[InputError]:
    """Write the requested evidence; yield an error for each file that cannot be written."""
    there = {one.name for one in client.artefacts(job.id)}
    wanted = {"json": "report.json", "witness": "witness.yml", "sarif": "report.sarif", "junit": "report.junit.xml"}
    targets = {there_name: getattr(chosen, option, None) for option, there_name in wanted.items()}
    folder: Path | None = getattr(chosen, "counterexample", None)
    if folder is not None:
        targets |= {name: folder / name for name in ("counterexample.c", "counterexample.json")}
    for name, path in targets.items():
        if path is None or name not in there:
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(client.download(job.id, name))
        except OSError as error:
            yield InputError(f"cannot write {path}: {error.strerror or error}")
