"""Archives: unpacking, and archives that attack the server."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable

import pytest

from veriabs.service.archives import checked_path, unpack
from veriabs.service.limits import Limits
from veriabs.service.problems import ProblemError

LIMITS = Limits(unpacked=1_000_000, files=20)


def zipped(*entries: tuple[str, bytes], mode: int = 0) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in entries:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = mode << 16
            archive.writestr(entry, body)
    return made.getvalue()


def tarred(*entries: tuple[str, bytes], kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, body in entries:
            entry = tarfile.TarInfo(name)
            entry.size, entry.type, entry.linkname = len(body), kind, link
            archive.addfile(entry, io.BytesIO(body))
    return made.getvalue()


BOTH = pytest.mark.parametrize(("name", "pack"), [("a.zip", zipped), ("a.tar.gz", tarred)])
Pack = Callable[..., bytes]


def refused(name: str, body: bytes, status: int) -> str:
    with pytest.raises(ProblemError) as caught:
        unpack(name, body, LIMITS)
    assert caught.value.status == status
    return caught.value.detail


@BOTH
def test_files_are_unpacked(name: str, pack: Pack) -> None:
    assert unpack(name, pack(("d/a.c", b"int x;"), ("a.h", b"")), LIMITS) == {"d/a.c": b"int x;", "a.h": b""}


@BOTH
@pytest.mark.parametrize(
    "path", ["../a.c", "/etc/a.c", "a/../../b.c", "a\\..\\b.c", "C:a.c", "x" * 400, "a/" * 20 + "b"]
)
def test_paths_stay_inside(name: str, pack: Pack, path: str) -> None:
    refused(name, pack((path, b"int x;")), 422)


@BOTH
def test_bombs_are_given_up(name: str, pack: Pack) -> None:
    assert "1,000,000 bytes" in refused(name, pack(("a.c", b"0" * 50_000_000)), 413)
    refused(name, pack(*((f"{n}.c", b"0" * 400_000) for n in range(3))), 413)
    assert "20 files" in refused(name, pack(*((f"{n}.c", b"") for n in range(21))), 413)


def test_zip_that_lies_about_its_size_is_given_up() -> None:
    body = bytearray(zipped(("a.c", b"0" * 5_000_000)))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = body.index(signature) + offset
        body[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(ProblemError):
        unpack("a.zip", bytes(body), LIMITS)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_refused(kind: bytes) -> None:
    assert "plain file" in refused("a.tar", tarred(("a.c", b""), kind=kind, link="/etc/passwd"), 422)


def test_links_in_zip_are_refused() -> None:
    assert "plain file" in refused("a.zip", zipped(("a.c", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777), 422)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
@pytest.mark.parametrize("body", [b"", b"PK\x03\x04 nothing", b"\x1f\x8b\x08 nothing", b"text"])
def test_an_invalid_archive_is_rejected(name: str, body: bytes) -> None:
    refused(name, body, 422)


@BOTH
def test_archive_that_was_cut_is_refused(name: str, pack: Pack) -> None:
    whole = pack(("a.c", bytes(range(256)) * 2000))
    refused(name, whole[: len(whole) // 2], 422)


def test_plain_names_are_unchanged() -> None:
    assert checked_path("./a//b.c") == "a/b.c"
