"""Plots: well-formed SVG, points where they belong, numbers in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from veriabs.report import plots
from veriabs.report.plots import Axis, Series

NAME = "</svg><script>\x00\x1b&\"'\ud800"


def parsed(svg: str) -> ElementTree.Element:
    """The SVG as XML; it has a title and a description that it refers to."""
    root = ElementTree.fromstring(svg)
    if root.get("role") == "img":
        identifiers = {element.get("id") for element in root.iter()}
        assert set(str(root.get("aria-labelledby")).split()) <= identifiers
    return root


def description(svg: str) -> str:
    return next(element.text or "" for element in parsed(svg).iter("desc"))


def test_histogram_has_a_bar_for_each_entry() -> None:
    svg = plots.histogram("h", "Title", {"1": 10, "2": 5, "none": 0}, "k")
    heights = [float(str(bar.get("height"))) for bar in parsed(svg).iter("rect")]
    assert heights[0] == pytest.approx(2 * heights[1])
    assert heights[2] == 0
    assert description(svg) == "k: 1: 10, 2: 5, none: 0."


def test_histogram_of_nothing() -> None:
    parsed(plots.histogram("h", "Title", {}, "k"))
    parsed(plots.histogram("h", "Title", {"1": 0}, "k"))


def test_quantile_plot_states_the_number_of_solved_tasks() -> None:
    series = [Series("one", [(1, 0.1), (2, 5.0)], "s1"), Series(NAME, [], "s2")]
    svg = plots.quantiles("q", NAME, series, plots.seconds_axis("s", [0.1, 5.0]))
    assert len([path for path in parsed(svg).iter("path") if "line" in str(path.get("class"))]) == 1
    assert "one: 2 solved, the slowest in 5.00 s" in description(svg)


def test_scatter_draws_each_place_once() -> None:
    axis = plots.seconds_axis("s", [0.1, 10])
    points = [(0.1, 10.0)] * 500 + [(10.0, 0.1)]
    svg = plots.scatter("p", "Title", [Series("all", points, "s1")], axis, axis, diagonal=True)
    (path,) = [path for path in parsed(svg).iter("path") if "points" in str(path.get("class"))]
    assert path.get("d") == "M52 12h0M408 238h0"
    assert "all: 501" in description(svg)


@pytest.mark.parametrize("mark", plots.MARKS)
def test_marks_are_drawn_around_their_place(mark: str) -> None:
    axis = Axis("x", 0, 1, logarithmic=False)
    svg = plots.scatter("p", "Title", [Series("one", [(0.5, 0.5)], "s1", mark)], axis, axis)
    parsed(svg)
    assert re.search(r'class="points \w+ s1" d="M(230|228) (125|123)', svg)


@pytest.mark.parametrize("svg", [plots.share_bar([("right", 3)]), plots.share_bar([])])
def test_small_plots_are_hidden_from_readers(svg: str) -> None:
    assert parsed(svg).get("aria-hidden") == "true"


def test_text_is_escaped_and_invalid_characters_replaced() -> None:
    assert plots.text(NAME) == "&lt;/svg&gt;&lt;script&gt;\ufffd\ufffd&amp;&quot;&#x27;\ufffd"


def test_seconds_span_whole_powers_of_ten() -> None:
    axis = plots.seconds_axis("s", [0.2, 35])
    assert (axis.low, axis.high) == (pytest.approx(0.1), 100)
    assert axis.ticks() == pytest.approx([0.1, 1, 10, 100])
    assert (axis.share(0.1), axis.share(100)) == (pytest.approx(0), pytest.approx(1))


def test_logarithmic_axis_clamps_values_below_its_start() -> None:
    assert plots.seconds_axis("s", [0.0, 1.0]).share(0.0) == 0
    assert plots.seconds_axis("s", []).ticks() == [1, 10]


def test_wide_axes_have_at_most_seven_ticks() -> None:
    for highest in (1, 3, 7, 12, 99, 100, 2500, 123456):
        ticks = plots.counts_axis("n", highest).ticks()
        assert len(ticks) <= 7
        assert ticks[0] == 0
        assert all(tick == int(tick) for tick in ticks)
    assert len(plots.sizes_axis("n", [1, 10**18]).ticks()) <= 7


@pytest.mark.parametrize(
    ("value", "short"), [(0.01, "0.01"), (1, "1"), (999, "999"), (1500, "1.5k"), (10**6, "1M"), (10**10, "10G")]
)
def test_numbers_at_an_axis_are_short(value: float, short: str) -> None:
    assert plots.short(value) == short
    assert plots.short(value, "s") == f"{short} s"
