"""Inputs of a counterexample are printed with the user's names."""

from veriabs.core.counterexample import Input, ScalarMember, Site, SiteKind, VisitRange
from veriabs.core.source import Where
from veriabs.core.types import BOOL, INT, IntType
from veriabs.report.inputs import input_lines, lines_of_input

HERE = Where("a.c", 7)
USHORT = IntType("unsigned short", 16, False)


def test_members_are_read_from_cells() -> None:
    members = (ScalarMember(".head", 8, USHORT), ScalarMember(".size", 10, USHORT), ScalarMember(".n", 12, INT))
    site = Site(0, SiteKind.MEMORY, "rb", INT, HERE, "rb", members, 16)
    assert lines_of_input(Input(site, (VisitRange(2, 1, 65535), VisitRange(3, 1, -1)))) == [
        "rb->head = 65535", "rb->n = -1"
    ]
    assert lines_of_input(Input(site, (VisitRange(6, 1, 3 << 16),))) == ["rb[1].size = 3"]


def test_a_structure_of_the_user_has_its_line() -> None:
    site = Site(0, SiteKind.MEMORY, "p", INT, HERE, "", (ScalarMember(".n", 0, INT),), 4)
    assert lines_of_input(Input(site, (VisitRange(0, 1, 5),))) == ["p->n = 5 at line 7"]


def test_cells_have_their_indices_while_there_are_few() -> None:
    site = Site(0, SiteKind.MEMORY, "a", INT, HERE, "a")
    assert lines_of_input(Input(site, (VisitRange(0, 2, 7, 1),))) == ["a[0] = 7, a[1] = 8"]
    assert lines_of_input(Input(site, (VisitRange(0, 9, 7),))) == ["a[]: 7, 9 times"]


def test_flags_and_parameters() -> None:
    flag = Site(0, SiteKind.VARIABLE, "h_is_null", BOOL, HERE, "h is null")
    count = Site(1, SiteKind.VARIABLE, "n", INT, HERE, "n")
    assert input_lines([Input(flag, (VisitRange(0, 1, 1),)), Input(count, (VisitRange(0, 1, 2),))]) == [
        "h is null", "n = 2"
    ]
