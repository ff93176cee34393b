"""The user's own folders by the XDG base directory specification; they may not exist yet."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def data_folder() -> Path:
    """The user's data folder of veriabs."""
    return _user_folder("XDG_DATA_HOME", ".local/share")


def cache_folder() -> Path:
    """The user's cache folder of veriabs."""
    return _user_folder("XDG_CACHE_HOME", ".cache")


def configuration_file() -> Path:
    """The user's configuration file."""
    return _user_folder("XDG_CONFIG_HOME", ".config") / "config.toml"


def _user_folder(variable: str, default: str) -> Path:
    named = os.environ.get(variable, "")
    # The XDG specification says that relative values must be ignored.
    base = Path(named) if named.startswith("/") else Path.home() / default
    return base / "veriabs"


def is_private(folder: Path) -> bool:
    """Whether the folder belongs to this user alone: nobody else can have created or modified it."""
    try:
        above, about = folder.parent.stat(), folder.lstat()
    except OSError:
        return False
    private = stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid() and not about.st_mode & 0o077
    return private and above.st_uid in (0, os.geteuid()) and not above.st_mode & 0o022


def private_cache(name: str) -> Path | None:
    """Return a private folder below the user's cache, created if necessary, or None if that is impossible."""
    with suppress(OSError, RuntimeError):  # a user without a home folder, or without permission to write there
        folder = cache_folder() / name
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if is_private(folder) else None
    return None
