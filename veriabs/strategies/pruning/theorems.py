"""Loop pruning (docs/theory.md 3): fragment, preconditions, the programs of cutoff and replay theorem."""

from veriabs.strategies.pruning.checks import side_conditions
from veriabs.strategies.pruning.cutoff import Cutoff, cutoff_of
from veriabs.strategies.pruning.flow import Centres, Flow, centres_of, flow_of
from veriabs.strategies.pruning.hoist import hoisted
from veriabs.strategies.pruning.instance import instance
from veriabs.strategies.pruning.ranges import Ranges, covers, ranges_of
from veriabs.strategies.pruning.replay import replay
from veriabs.strategies.pruning.scalars import Scalars, groups_of
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, parts_of, refused
from veriabs.strategies.pruning.updates import updates

__all__ = [
    "Centres",
    "Cutoff",
    "Flow",
    "Part",
    "Ranges",
    "Scalars",
    "ArrayTraversal",
    "centres_of",
    "covers",
    "cutoff_of",
    "flow_of",
    "groups_of",
    "hoisted",
    "instance",
    "parts_of",
    "ranges_of",
    "refused",
    "replay",
    "side_conditions",
    "updates",
]
