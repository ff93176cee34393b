"""Run a command on a kernel without some facilities: `without.py landlock,seccomp COMMAND...`.

A filter of system calls answers for it as older kernels do.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOWED, FAILS = 0x7FFF0000, 0x00050000
NUMBER, ARGUMENT = 0, 16
PRCTL, SECCOMP = (157, 317) if platform.machine() == "x86_64" else (167, 277)
NO_NEW_PRIVILEGES, SET_SECCOMP, BY_FILTER = 38, 22, 2


def steps(lacks: list[str]) -> bytes:
    found = [(LOAD, 0, 0, NUMBER)]
    if "landlock" in lacks:
        for call in (444, 445, 446):
            found += [(EQUAL, 0, 1, call), (RETURN, 0, 0, FAILS | errno.ENOSYS)]
    if "seccomp" in lacks:
        found += [(EQUAL, 0, 1, SECCOMP), (RETURN, 0, 0, FAILS | errno.ENOSYS)]
        found += [(EQUAL, 0, 3, PRCTL), (LOAD, 0, 0, ARGUMENT), (EQUAL, 0, 1, SET_SECCOMP)]
        found += [(RETURN, 0, 0, FAILS | errno.EINVAL)]
    found.append((RETURN, 0, 0, ALLOWED))
    return b"".join(struct.pack("<HBBI", *step) for step in found)


def main() -> None:
    filtered = ctypes.create_string_buffer(steps(sys.argv[1].split(",")))
    program = struct.pack("<HxxxxxxQ", (len(filtered) - 1) // 8, ctypes.addressof(filtered))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or library.prctl(SET_SECCOMP, BY_FILTER, program, 0, 0):
        sys.exit(f"no filter: {os.strerror(ctypes.get_errno())}")
    os.execvp(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
