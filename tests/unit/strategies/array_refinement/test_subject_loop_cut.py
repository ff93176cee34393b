"""Test which loops are cut: those that only check the assertion."""

from __future__ import annotations

from pathlib import Path

from refined import CHECK, SORT, subject_in

from veriabs.core.ctree import statements
from veriabs.core.statements import Assert, Loop


def test_a_loop_that_only_checks_is_cut(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, SORT + CHECK.format("<="))
    loops = [stmt for stmt in statements(subject.view.body) if isinstance(stmt, Loop)]
    assert len(loops) == 2
    assert "known_at_x" in subject.fixed
    assert [s.number for s in statements(subject.view.body) if isinstance(s, Assert) and s.number >= 0] == [0]


def test_a_loop_that_computes_is_not_cut(tmp_path: Path) -> None:
    body = "int a[4], s = 0; for (int x = 0; x < 4; x++) { s = s + a[x]; __VERIFIER_assert(s == a[x]); }"
    subject = subject_in(tmp_path, body)
    assert any(isinstance(stmt, Loop) for stmt in statements(subject.view.body))
    assert not subject.fixed
