"""The tables of the service for SQLAlchemy, the same for SQLite and PostgreSQL.

Times are seconds since 1970 and for display only, because clocks jump.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = 2
METADATA = MetaData()

_NUMBER = BigInteger().with_variant(Integer, "sqlite")


def _job_key() -> Column[str]:
    return Column("job", String(32), ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)


META = Table(
    "meta",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("name", String(80), nullable=False, unique=True),
    Column("owner", String(80), nullable=False),
    Column("role", String(16), nullable=False),
    Column("created", Float, nullable=False),
)

BATCHES = Table(
    "batches",
    METADATA,
    Column("number", _NUMBER, primary_key=True, autoincrement=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("owner", String(80), nullable=False),
    Column("name", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("key", String(200)),
    Column("digest", String(64), nullable=False),
    UniqueConstraint("owner", "key", name="one_batch_per_key"),
)

JOBS = Table(
    "jobs",
    METADATA,
    Column("number", _NUMBER, primary_key=True, autoincrement=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("owner", String(80), nullable=False),
    Column("batch", String(32), ForeignKey("batches.id")),
    Column("state", String(12), nullable=False),
    Column("command", String(12), nullable=False),
    Column("name", String(200), nullable=False),
    Column("options", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("finished", Float),
    # The client's idempotency key and the digest of its request, so that a repeated request starts no second job.
    Column("key", String(200)),
    Column("digest", String(64), nullable=False),
    # The holder of the job: each claim has its own number and counts its heartbeats.
    Column("claim", Integer, nullable=False, default=0),
    Column("beats", Integer, nullable=False, default=0),
    Column("losses", Integer, nullable=False, default=0),
    Column("worker", String(120)),
    Column("cancelling", Boolean, nullable=False, default=False),
    Column("shared", Boolean, nullable=False, default=False),
    # Counts every visible change, and the events.
    Column("version", Integer, nullable=False, default=1),
    Column("events", Integer, nullable=False, default=0),
    Column("verdict", String(10)),
    Column("conditions", Text),
    Column("strategy", String(40)),
    Column("k", Integer),
    Column("seconds", Float),
    Column("peak_mb", Float),
    Column("reason_kind", String(60)),
    Column("reason", Text),
    Column("sentence", Text),
    UniqueConstraint("owner", "key", name="one_job_per_key"),
    Index("jobs_by_state", "state", "owner", "number"),
    Index("jobs_by_owner", "owner", "number"),
    Index("jobs_by_batch", "batch", "number"),
)

FILES = Table(
    "files",
    METADATA,
    _job_key(),
    Column("path", String(400), primary_key=True),
    Column("main", Boolean, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

EVENTS = Table(
    "events",
    METADATA,
    _job_key(),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", JSON, nullable=False),
)

TURNS = Table(
    "turns",
    METADATA,
    # Worker time of each owner; the row of the empty owner has the level at which new owners start.
    Column("owner", String(80), primary_key=True),
    Column("seconds", Integer, nullable=False),
)

ARTEFACTS = Table(
    "artefacts",
    METADATA,
    _job_key(),
    Column("name", String(200), primary_key=True),
    Column("media_type", String(80), nullable=False),
    Column("size", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

FACTORS = Table(
    "factors",
    METADATA,
    _job_key(),
    Column("number", Integer, primary_key=True),
    Column("owner", String(80), nullable=False),
    Column("lines", JSON, nullable=False),
    Column("assertion", Integer, nullable=False),
    Column("k", Integer),
    Column("reason", Text),
    Column("highest", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("peak_mb", Float, nullable=False),
    Column("accelerable", JSON, nullable=False),
    Index("factors_by_k", "owner", "k"),
)
