"""Inputs have the user's names, and structures their members."""

from pathlib import Path

import pytest

from veriabs.core.counterexample import Site, SiteKind
from veriabs.core.source import DataModel
from veriabs.frontend.instrument.sites import users_name
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.verify.options import Options

RING = """
struct point { short x; double y; };
struct ring { int *d; unsigned short head; char tag[3]; struct point at[2]; };
int put(struct ring *rb, int x) { rb->d[rb->head] = x; return rb->tag[1]; }
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rb", "rb"),
        ("elements_of_rb", "number of elements of rb"),
        ("elements_of_d_of_rb_2", "number of elements of rb->d"),
        ("d_of_rb", "rb->d"),
        ("rb_is_null", "rb is null"),
        ("rb_of_the_caller", "*rb"),
        ("elements_of_other", ""),
        ("d_of_other", ""),
    ],
)
def test_names_of_the_generated_main(name: str, text: str) -> None:
    assert users_name(name, frozenset({"rb", "x"})) == text


def ring(tmp_path: Path, **options: object) -> Site:
    path = tmp_path / "ring.c"
    path.write_text(RING)
    task = Options.of({"function": "put", **options}).task(path)
    return next(one for one in load_instrumented(task).sites if one.kind is SiteKind.MEMORY and one.name == "rb")


def test_members_have_the_offsets_of_the_compiler(tmp_path: Path) -> None:
    site = ring(tmp_path)
    places = {one.path: one.offset for one in site.members}
    assert places == {
        **{".head": 8, ".tag[0]": 10, ".tag[1]": 11, ".tag[2]": 12},
        **{".at[0].x": 16, ".at[0].y": 24, ".at[1].x": 32, ".at[1].y": 40},
    }
    assert (site.shown, site.element) == ("rb", 48)


PARAMETERS = """struct s { short a; char b[4]; };
int f(struct s *p, int *q, struct s *r) { return p->a + *q + r->b[1]; }"""


def test_parameters_of_one_function_have_their_own_members(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(PARAMETERS)
    sites = load_instrumented(Options.of({"function": "f"}).task(path)).sites
    memory = [one for one in sites if one.kind is SiteKind.MEMORY]
    found = {one.name: ([each.offset for each in one.members], one.type.name) for one in memory}
    assert found == {"p": ([0, 2, 3, 4, 5], "char"), "q": ([], "int"), "r": ([0, 2, 3, 4, 5], "char")}


def test_doubles_of_i386_have_the_alignment_of_a_word(tmp_path: Path) -> None:
    site = ring(tmp_path, data_model=DataModel.ILP32)
    places = {one.path: one.offset for one in site.members}
    assert (places[".head"], places[".at[0].x"], places[".at[0].y"], site.element) == (4, 12, 16, 36)
