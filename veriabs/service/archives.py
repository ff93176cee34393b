"""Unpack untrusted archives into memory: zip, and tar with or without compression.

Only regular files with simple relative names are accepted. Sizes in the archive are not trusted: bytes are counted
while they are unpacked.
"""

from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO

from veriabs.service.limits import Limits
from veriabs.service.problems import ProblemError, invalid

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_MOST_DEPTH = 12
_MOST_NAME = 300
_PART = 1 << 16


def is_archive(name: str) -> bool:
    """Whether the file's name ends like that of an archive."""
    return name.lower().endswith(SUFFIXES)


def unpack(name: str, body: bytes, limits: Limits) -> dict[str, bytes]:
    """The files of an archive by path; raises ProblemError if it is broken, too large, or would write elsewhere."""
    entries = _zip_entries(body) if name.lower().endswith(".zip") else _tar_entries(body)
    found: dict[str, bytes] = {}
    left = limits.unpacked
    try:
        for path, stream in entries:
            if len(found) >= limits.files:
                raise ProblemError(413, "too-many-files", f"{name}: has more than {limits.files:,} files")
            content = _read_limited(stream, left, name, limits)
            left -= len(content)
            found[checked_path(path)] = content
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError, ValueError) as error:
        raise invalid("/file", f"{name}: the archive cannot be read ({type(error).__name__})") from error
    except (NotImplementedError, RuntimeError) as error:
        raise invalid("/file", f"{name}: the archive is encrypted, or packed in a way that is not known") from error
    return found


def checked_path(name: str) -> str:
    """A relative path of simple characters that stays inside the folder; raises ProblemError for any other."""
    parts = PurePosixPath(name).parts
    plain = name.isprintable() and "\\" not in name and ":" not in name and len(name) <= _MOST_NAME
    if not plain or not parts or name.startswith("/") or ".." in parts or len(parts) > _MOST_DEPTH:
        raise invalid("/file", f"{name!r:.80} is not the name of a file inside a folder")
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise invalid("/file", "a name of a file is not text") from error
    return str(PurePosixPath(*parts))


def _read_limited(stream: IO[bytes], most: int, name: str, limits: Limits) -> bytes:
    with stream:
        found = bytearray()
        while part := stream.read(_PART):
            found += part
            if len(found) > most:
                raise ProblemError(413, "too-large", f"{name}: has more than {limits.unpacked:,} bytes unpacked")
    return bytes(found)


def _zip_entries(body: bytes) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        for entry in archive.infolist():
            kind = entry.external_attr >> 28  # file type on Unix; a link would be written as its target
            if entry.is_dir():
                continue
            if kind not in (0, 0o10):
                raise invalid("/file", f"{entry.filename!r:.80} is not a plain file")
            yield entry.filename, archive.open(entry)


def _tar_entries(body: bytes) -> Iterator[tuple[str, IO[bytes]]]:
    # read as a stream, so that a decompression bomb is noticed early
    with tarfile.open(fileobj=io.BytesIO(body), mode="r|*") as archive:
        for entry in archive:
            if entry.isdir():
                continue
            stream = archive.extractfile(entry) if entry.isreg() else None
            if stream is None:
                raise invalid("/file", f"{entry.name!r:.80} is not a plain file")
            yield entry.name, stream
