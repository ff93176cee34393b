"""The outcome of a job: its state, its report, and the artefacts for download."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping

from msgspec import Struct

from veriabs.report.summary import conditions_text, number, objects
from veriabs.service.jobs import JobState

Json = dict[str, object]


class Artefact(Struct, frozen=True):
    """One file for download; `name` may contain slashes, as in `programs/harness-k-1.c`."""

    name: str
    media_type: str
    body: bytes

    def columns(self) -> Json:
        digest = hashlib.sha256(self.body).hexdigest()
        about = {"name": self.name, "media_type": self.media_type, "size": len(self.body), "digest": digest}
        return {**about, "packed": zlib.compress(self.body)}


class JobOutcome(Struct, frozen=True):
    """The end of a job: its final state, and one sentence about the result.

    `report` is that of `--json`, with the final result for each loop, or empty if the job failed. `reason_kind` and
    `reason` say why there is no result.
    """

    state: JobState
    sentence: str
    report: Mapping[str, object]
    reason_kind: str | None = None
    reason: str | None = None
    artefacts: tuple[Artefact, ...] = ()

    def columns(self) -> Json:
        """The job's columns for its end."""
        report, reason = self.report, self.report.get("reason")
        fields = reason if isinstance(reason, dict) else {}
        return {
            "verdict": report.get("verdict"),
            "conditions": conditions_text(report),
            "strategy": report.get("strategy"),
            "k": max((k for one in self.factors() if isinstance(k := one["k"], int)), default=None),
            "seconds": report.get("seconds"),
            "peak_mb": report.get("peak_mb"),
            "sentence": self.sentence,
            "reason_kind": self.reason_kind or fields.get("kind"),
            "reason": self.reason or fields.get("text"),
        }

    def factors(self) -> Iterator[Json]:
        """The rows for the table of shrink factors."""
        loops = [one for one in objects(self.report.get("loops")) if one.get("lines") and one.get("inside") is None]
        for index, loop in enumerate(loops):
            tried = objects(loop.get("tried"))
            runs = [run for one in tried for run in (one.get("harness"), one.get("residual")) if isinstance(run, dict)]
            place, why = loop.get("assertion"), loop.get("reason") or loop.get("obstacle")
            yield {
                "number": index,
                "lines": loop.get("lines"),
                "assertion": int(number(place.get("line"))) if isinstance(place, dict) else 0,
                "k": loop.get("shrink_factor"),
                "reason": str(why.get("text")) if isinstance(why, dict) else None,
                "highest": max((int(number(one.get("k"))) for one in tried), default=0),
                "seconds": sum(number(run.get("seconds")) for run in runs),
                "peak_mb": max((number(run.get("peak_mb")) for run in runs), default=0.0),
                "accelerable": loop.get("accelerable") or [],
            }
