"""Find missing packages of an optional extra of veriabs, and the command that installs them."""

from __future__ import annotations

import re
import shlex
import sys
from urllib.parse import unquote

PIP = shlex.join((sys.executable, "-m", "pip", "install"))


def needs(what: str, extra: str, module: str | None) -> str:
    """The message that `what` needs packages of an extra that are missing, with the command that installs them.

    It names the packages, because veriabs itself is on no package index. `module` could not be imported; the message
    names it if every package of the extra is installed.
    """
    listed = _requirements(extra)
    missing = [wanted for wanted in listed if not _is_installed(wanted)] or ([module] if module else listed)
    packages = f"{len(missing)} packages" if len(missing) > 1 else "a package"
    return f"{what} needs {packages} of the extra {extra!r}; try: {PIP} {shlex.join(missing)}"


def reinstallation() -> str:
    """The command that reinstalls veriabs from the clone or wheel that it was installed from."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        document = distribution("veriabs").read_text("direct_url.json")
    except PackageNotFoundError:
        document = None
    found = re.search(r'"url": *"file://([^"]+)"', document or "")
    return f"{PIP} --force-reinstall {shlex.quote(unquote(found[1])) if found else 'FOLDER-OR-WHEEL-OF-VERIABS'}"


def _requirements(extra: str) -> list[str]:
    """The requirements of an extra, such as `httpx>=0.27`; empty without package metadata."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        found = requires("veriabs") or []
    except PackageNotFoundError:
        return []
    parts = [line.partition(";") for line in found]
    return [wanted.strip() for wanted, _, marker in parts if marker.replace('"', "'").strip() == f"extra == '{extra}'"]


def _is_installed(wanted: str) -> bool:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        distribution(re.split(r"[^\w.-]", wanted, maxsplit=1)[0])
    except PackageNotFoundError:
        return False
    return True
