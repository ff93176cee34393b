"""A one-way channel of Python objects between two processes: a pipe, with the length in front of each object.

It does what a connection of `multiprocessing` does here, without the packages that this brings along.
"""

from __future__ import annotations

import os
import pickle
import select
from threading import Lock

_LENGTH = 8
_LONGEST = 2**31 - 1
"""Milliseconds for which the kernel can be asked to wait."""


def framed(message: object) -> bytes:
    """What an object is sent as."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(_LENGTH) + data


class Receiver:
    """The end that objects come out of."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)

    def has_more(self, seconds: float) -> bool:
        """Waits so long for an object, or for the end."""
        return bool(self._poll.poll(min(max(0.0, seconds) * 1000, _LONGEST)))

    def receive(self) -> object:
        """The next object; EOFError when nobody can send any more."""
        return pickle.loads(self._bytes(int.from_bytes(self._bytes(_LENGTH))))

    def close(self) -> None:
        os.close(self._descriptor)

    def _bytes(self, count: int) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            part = os.read(self._descriptor, min(count - len(parts), 1 << 20))
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)


class Sender:
    """The end that objects are put into."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = Lock()

    def send(self, message: object) -> None:
        """Sends an object as a whole, or nothing of one that cannot be pickled; BrokenPipeError if nobody receives.

        Several threads may send.
        """
        rest = memoryview(framed(message))
        with self._lock:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def close(self) -> None:
        os.close(self._descriptor)


def channel() -> tuple[Receiver, Sender]:
    """Both ends of a new channel, which no program that is started inherits."""
    receiver, sender = os.pipe()
    return Receiver(receiver), Sender(sender)
