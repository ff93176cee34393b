"""Loop pruning: the fragment, its preconditions, and the programs of the cutoff and the replay theorem (theory 3)."""

from veriabs.pruning.checks import side_conditions
from veriabs.pruning.cutoff import Cutoff, cutoff_of
from veriabs.pruning.flow import Centres, Flow, centres_of, flow_of
from veriabs.pruning.hoist import hoisted
from veriabs.pruning.instance import instance
from veriabs.pruning.ranges import Ranges, covers, ranges_of
from veriabs.pruning.replay import replay
from veriabs.pruning.scalars import Scalars, groups_of
from veriabs.pruning.sweeps import Part, Sweep, parts_of, refused
from veriabs.pruning.updates import updates

__all__ = [
    "Centres",
    "Cutoff",
    "Flow",
    "Part",
    "Ranges",
    "Scalars",
    "Sweep",
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
