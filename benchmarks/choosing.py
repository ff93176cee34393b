#!/usr/bin/env python3
"""Would it help to choose the strategy that begins by what a task looks like? From the results of batches.

    benchmarks/choosing.py RESULTS.sqlite...

Prints the table that is learned of them, and of how many proofs the winner is foretold by tables that were learned
without them (tenfold cross-validation, the samples in a fixed random order), beside the order that strategies have by
themselves. Who began has a head start, so the winners of a batch are in favour of the order that it ran with.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from veriabs.batch.learning import samples
from veriabs.verify.choosing import cross_validated, learn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", type=Path)
    found = samples(*parser.parse_args().results)
    for rule in learn(found):
        print(rule)
    print(cross_validated(found))


if __name__ == "__main__":
    main()
