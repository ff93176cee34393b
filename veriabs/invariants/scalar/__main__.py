"""Proposes candidate invariants: `python -m veriabs.invariants.scalar` with a pickled `Search` on standard input."""

from __future__ import annotations

import json
import pickle
import resource
import sys

from veriabs.invariants.scalar.runs import ViolatedError
from veriabs.invariants.scalar.search import FOUND, Search, search
from veriabs.invariants.scalar.serialize import written

PATIENCE = 10
"""Seconds of the processor beyond twice what the search is given; a solver may not look at its clock for long."""


def main() -> None:
    request = pickle.load(sys.stdin.buffer)
    assert isinstance(request, Search)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    own = int(2 * request.seconds) + PATIENCE
    resource.setrlimit(resource.RLIMIT_CPU, (own if most == resource.RLIM_INFINITY else min(own, most), most))
    try:
        said = {"checks": {FOUND: "SUCCESS"}, "detail": written(search(request))}
    except ViolatedError:
        said = {"checks": {FOUND: "FAILURE"}, "detail": "a run of the task violates the assertion"}
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
