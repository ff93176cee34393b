"""Tokens with roles; the database stores only their digests.

A token has 256 random bits, so its plain SHA-256 reveals nothing and needs no salt. It is shown once, when it is made.
Several tokens can have the same owner, and see the same jobs.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from enum import IntEnum

from msgspec import Struct
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from veriabs.core.errors import InputError
from veriabs.service.schema import TOKENS
from veriabs.service.store import Store

PREFIX = "veriabs_"
_NAME = re.compile(r"[A-Za-z0-9._@-]{1,80}")


class Role(IntEnum):
    """The rights of a caller; each role includes the earlier ones."""

    NOBODY = 0
    READER = 1
    USER = 2
    ADMIN = 3


class Caller(Struct, frozen=True):
    """The author of a request: `owner` determines the visible jobs, `name` the rate limit."""

    name: str
    owner: str
    role: Role

    @property
    def sees(self) -> str | None:
        """The owner whose jobs are visible; None means all."""
        return None if self.role is Role.ADMIN else self.owner


def add(store: Store, name: str, role: str, owner: str | None = None) -> str:
    """Make a token and return it, for the only time; raises InputError if the name is taken or invalid."""
    for one in (name, owner or name):
        if not _NAME.fullmatch(one):
            raise InputError(f"{one!r} is not a name: up to 80 letters, digits and . _ @ -")
    token = PREFIX + secrets.token_urlsafe(32)
    values = {"digest": _digest(token), "name": name, "owner": owner or name, "role": role, "created": time.time()}
    try:
        with store.writing() as connection:
            connection.execute(insert(TOKENS).values(**values))
    except IntegrityError as error:
        raise InputError(f"there is a token {name!r} already; try: veriabs token revoke {name}") from error
    return token


def revoke(store: Store, name: str) -> None:
    """Delete a token, which is refused from now on; its owner's jobs stay."""
    with store.writing() as connection:
        if not connection.execute(delete(TOKENS).where(TOKENS.c.name == name)).rowcount:
            raise InputError(f"there is no token {name!r}")


def listed(store: Store) -> list[tuple[str, str, str]]:
    """Names, owners and roles."""
    with store.reading() as connection:
        query = select(TOKENS.c.name, TOKENS.c.owner, TOKENS.c.role).order_by(TOKENS.c.name)
        return [(name, owner, role) for name, owner, role in connection.execute(query)]


def exist(store: Store) -> bool:
    """Is there any token?"""
    with store.reading() as connection:
        return connection.execute(select(TOKENS.c.name).limit(1)).first() is not None


def caller(store: Store, token: str) -> Caller | None:
    """The caller with this token, or None."""
    with store.reading() as connection:
        query = select(TOKENS.c.name, TOKENS.c.owner, TOKENS.c.role).where(TOKENS.c.digest == _digest(token))
        row = connection.execute(query).one_or_none()
    return None if row is None else Caller(row.name, row.owner, Role[row.role.upper()])


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
