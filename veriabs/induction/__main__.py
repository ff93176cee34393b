"""Proposes candidate invariants: `python -m veriabs.induction` with a pickled `Search` on standard input."""

from __future__ import annotations

import json
import pickle
import sys

from veriabs.induction.runs import ViolatedError
from veriabs.induction.search import FOUND, Search, search
from veriabs.induction.wire import written


def main() -> None:
    request = pickle.load(sys.stdin.buffer)
    assert isinstance(request, Search)
    try:
        said = {"checks": {FOUND: "SUCCESS"}, "detail": written(search(request))}
    except ViolatedError:
        said = {"checks": {FOUND: "FAILURE"}, "detail": "a run violates the assertion"}
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
