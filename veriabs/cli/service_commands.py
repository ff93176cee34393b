"""The commands about the service: `serve`, `token`, and `verify --server`; each returns its exit code."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.cli.exit_codes import ExitCode
from veriabs.core.errors import InputError, ToolError
from veriabs.core.extras import needs

if TYPE_CHECKING:
    from argparse import Namespace

    from veriabs.client import Client, Job

Write = Callable[[str], None]

TOKEN_VARIABLE = "VERIABS_TOKEN"
_EXTRA = "serve"
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
            raise ToolError(f"{chosen.server}: {error}; try again") from error
        if error.status == 401:
            raise InputError(f"{chosen.server}: no valid token; try: {TOKEN_VARIABLE}=TOKEN veriabs ...") from error
        raise InputError(f"{chosen.server}: {error}") from error


def _ask_server(client: Client, chosen: Namespace, say: Write, complain: Callable[[object, int], int]) -> int:
    from veriabs.frontend.task import check_property, load

    task = load(chosen.file, data_model=chosen.data_model, property_file=chosen.property_file)
    check_property(task)
    files = _sources_with_headers(task.path)
    name = task.path.name
    options = {**_options(chosen), "data_model": task.data_model.value}
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


def _options(chosen: Namespace) -> dict[str, object]:
    """The chosen options in the server's format."""
    from veriabs.verify import options

    if chosen.includes or chosen.keep:
        raise InputError("-I and --keep name folders of this machine, which a server does not see")
    known = {one.name: getattr(chosen, one.name, None) for one in options.remote()}
    return {name: options.json_value(_listed(value)) for name, value in known.items() if value is not None}


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
            raise InputError(
                f"{name}: includes {included}, which lies outside of {folder}; send the output of gcc -E"
            )
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
