"""Propose candidate invariants: `python -m veriabs.invariants.scalar` reads a pickled `CandidateSearch`."""

from __future__ import annotations

import json
import pickle
import resource
import sys

from veriabs.invariants.scalar.runs import ViolatedError
from veriabs.invariants.scalar.search import FOUND, CandidateSearch, search
from veriabs.invariants.scalar.serialize import to_json

MOST_SECONDS = 14
"""The limit in processor seconds; the number of steps ends a search, but a solver may not count them for long."""


def main() -> None:
    request = pickle.load(sys.stdin.buffer)
    assert isinstance(request, CandidateSearch)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    own = MOST_SECONDS if most == resource.RLIM_INFINITY else min(MOST_SECONDS, most)
    resource.setrlimit(resource.RLIMIT_CPU, (own, most))
    try:
        answer = {"checks": {FOUND: "SUCCESS"}, "detail": to_json(search(request))}
    except ViolatedError:
        answer = {"checks": {FOUND: "FAILURE"}, "detail": "a run of the task violates the assertion"}
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
