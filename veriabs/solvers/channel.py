"""A one-way channel of Python objects between two processes: a pipe with a length prefix before each object.

It replaces `multiprocessing.Connection` without importing the packages behind that.
"""

from __future__ import annotations

import os
import pickle
import select
from threading import Lock

_LENGTH = 8
_LONGEST = 2**31 - 1
"""The longest wait that `poll` accepts, in milliseconds."""


class Receiver:
    """The receiving end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)

    def has_more(self, seconds: float) -> bool:
        """Wait up to `seconds` for an object or the end of the channel."""
        return bool(self._poll.poll(min(max(0.0, seconds) * 1000, _LONGEST)))

    def receive(self) -> object:
        """Return the next object; raises EOFError when all senders are closed."""
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
    """The sending end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = Lock()

    def send(self, message: object) -> None:
        """Send an object as a whole; several threads may send.

        An object that cannot be pickled sends nothing. Raises BrokenPipeError if nobody receives.
        """
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        rest = memoryview(len(data).to_bytes(_LENGTH) + data)
        with self._lock:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def close(self) -> None:
        os.close(self._descriptor)


def channel() -> tuple[Receiver, Sender]:
    """Create a channel; programs that are started later do not inherit its ends."""
    receiver, sender = os.pipe()
    return Receiver(receiver), Sender(sender)
