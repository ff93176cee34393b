"""The user's own folders, as the XDG base directory specification names them; none of them need exist yet."""

from __future__ import annotations

import os
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
    # The XDG specification has relative values ignored.
    base = Path(named) if named.startswith("/") else Path.home() / default
    return base / "veriabs"
