"""How many elements the accesses of a function suggest."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.frontend.extents import extent_of, is_text


def parsed(text: str) -> dict[str, c_ast.FuncDef]:
    return {node.decl.name: node for node in CParser().parse(text).ext if isinstance(node, c_ast.FuncDef)}


def extent(text: str) -> str | None:
    functions = parsed(text)
    function = functions["f"]
    return extent_of(function.decl.type.args.params[0], function, functions)


LOOP = "for (i = 0; i < n; i++)"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (f"{LOOP} p[i] = 0;", "n"),
        ("for (i = 0; i <= n; i++) p[i] = 0;", "n + 1"),
        ("i = 0; while (n > i) *(p + i++) = 0;", "n"),
        ("for (i = 0; i + 1 < n; i++) p[i + 1] = 0;", "n"),
        ("for (i = 0; i < n - 1; i++) p[i + 1] = p[i];", "n"),
        ("for (i = n - 1; i >= 0; i--) p[i] = 0;", "n"),
        ("for (i = n; i-- > 0;) p[i] = 0;", "n"),
        ("while (n-- > 0) p[n] = 0;", "n"),
        ("while (n--) *p++ = 0;", "n"),
        ("for (; n > 0; n--) *p++ = 0;", "n"),
        ("int *e = p + n; while (p < e) *p++ = 0;", "n"),
        ("for (int *at = p; at != p + n; ++at) *at = 0;", "n"),
        ("for (i = 0; i < n; i += 2) p[i + 1] = 0;", "n + 1"),
        ("int k = n; for (i = 0; i < k; i++) p[i] = 0;", "n"),
        ("for (i = 0; i < n; i++) for (int j = 0; j < m; j++) p[i * m + j] = 0;", "m * n"),
        ("for (i = 0; i < n; i++) for (int j = 0; j < i; j++) p[j] = 0;", "n - 1"),
        ("for (i = 0; i < n / 2; i++) p[i] = p[n - 1 - i];", "n"),
        ("for (i = 0; i < n; i++) q[i] = 0; p[n - 1] = p[0];", "n"),
        (f"int k = 0; {LOOP} if (q[i]) p[k++] = q[i];", "n"),
        (f"int k = 0; {LOOP} {{ p[k++] = q[i] >> 4; p[k++] = q[i] & 15; }} p[k] = 0;", "2 * n + 1"),
        ("int j; for (i = 0, j = 0; i < 16; ++i, j += 4) q[i] = p[j] + p[j + 3];", "64"),
        ("for (i = 0; i < 4; i++) { p[i] = 0; p[i + 28] = 1; }", "32"),
        (f"int j = 0; {LOOP} {{ j = (j + p[i % 256]) % 256; p[j] = 1; }}", "256"),
        (f"{LOOP} p[q[i] & 15]++;", "16"),
        (f"{LOOP} p[(unsigned char)q[i]]++;", "256"),
        (f"{LOOP} q[i] = p[i >> 3];", "((n - 1) / 8) + 1"),
        (
            "int lo = 0, hi = n - 1; while (lo <= hi) { int mid = lo + (hi - lo) / 2;"
            " if (p[mid] < m) lo = mid + 1; else hi = mid - 1; }",
            "n",
        ),
        ("int *q; q = p; do { *q++ = n % 10; n /= 10; } while (n); while (p < q) { *p = *--q; p++; }", None),
        (f"{LOOP} ; p[i] = 0;", "n + 1"),
        ("for (unsigned long k = 0; k < 18446744073709551615UL && p[k]; k++) n++;", None),
        (f"{LOOP} p[i] = 0; m = p[i];", "n"),
        ("for (i = 0; i < 256; i++) q[i] = 0; for (i = 0; i < n; i++) q[p[i]]++;", "n"),
        ("p[3] = p[1] + *p;", "4"),
        ("for (i = 0; i < n / sizeof(*p); i++) p[i] = 0;", "n / sizeof(*p)"),
        ("int k; for (i = 0; i < sizeof k; i++) p[i] = 0;", None),
        ("for (i = 0; i < 3 * (n / 3); i += 3) p[i + 2] = p[i];", "3 * (n / 3)"),
        ("for (i = 0; i < 10; i += 4) p[i] = 0;", "9"),
        ("if (m < n) p[m] = 0;", "n"),
        ("if (m >= n) return; p[m + 1] = 0;", None),
        ("if (0 <= m && n > m) p[m] = 0;", "n"),
        ("if (m < 0) p[m] = 0;", None),
        ("p[m] = 0;", None),
        ("p[3] = 0; p[m] = 0;", None),
        ("while (*p) p++;", None),
        ("for (i = 0; i < n; i += m) *p++ = 0;", None),
        ("i = 0; while (2 * i + 1 < n) { p[i] = 0; i = 2 * i + 1; }", None),
    ],
)
def test_what_the_accesses_suggest(body: str, found: str | None) -> None:
    assert extent(f"void f(int *p, int *q, int n, int m) {{ int i; {body} }}") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("struct s { int x; }; void g(struct s *q); void f(struct s *p) { if (!p) return; p->x = 1; g(p); }", "1"),
        ("void f(int p[7]) { }", "7"),
        (
            "void g(int *q, int m) { for (int i = 0; i < m; i++) q[i] = 0; } void f(int *p, int n) { g(p, 2 * n); }",
            "2 * n",
        ),
        ("struct s { int x; }; void g(struct s *q) { q->x = 0; } void f(struct s *p) { g(p); }", "1"),
        ("void g(int *q, int k) { q[k] = 0; } void f(int *p, int n) { for (int i = 0; i < n; i++) g(p, i); }", "n"),
        ("void f(char *p, int n) { memset(p, 0, n); }", "n"),
        ("void f(void *p, int n) { unsigned char *at = (unsigned char *)p; while (n--) *at++ = 0; }", "n"),
        ("void f(int *p, int n) { unsigned char *at = (unsigned char *)p; while (n--) *at++ = 0; }", None),
        (
            "struct s { int at; }; void f(int *p, struct s *s, int n) { if (s->at >= n) return; p[s->at++] = 0; }",
            "n",
        ),
        ("void f(int *p, int *e) { while (p < e) *p++ = 0; }", None),
    ],
)
def test_what_is_seen_of_other_pointers_and_functions(text: str, found: str | None) -> None:
    assert extent(text) == found


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("while (*s) s++;", True),
        ("for (int i = 0; s[i] != '\\0'; i++) ;", True),
        ("for (int i = 0; i < n && s[i]; i++) ;", True),
        ("const char *at = s; while (*at++ != 0) ;", True),
        ("n = strlen(s);", True),
        ("strcpy(t, s);", True),
        ("own(s);", True),
        ("int c; while ((c = *s++)) n += c;", True),
        ("if (s[0] && s[1]) n = 2;", True),
        ("while (*t) if (*s++ != *t++) break;", True),
        ("for (; *t && *t == *s; t++, s++) ;", True),
        ("for (int i = 0; i < n; i++) if (t[i] != s[i]) break;", False),
        ("strcpy(s, t);", False),
        ("while (*t) s++;", False),
        ("for (int i = 0; i < n; i++) t[i] = s[i];", False),
    ],
)
def test_what_is_read_to_a_0_is_a_text(body: str, text: bool) -> None:
    functions = parsed(f"int own(const char *o) {{ return puts(o); }} void f(char *s, char *t, int n) {{ {body} }}")
    function = functions["f"]
    assert is_text(function.decl.type.args.params[0], function, functions) is text


@pytest.mark.parametrize(
    ("body", "first"),
    [
        ("for (i = 0; s[i] && i < n; i++) t[i] = s[i];", True),
        ("for (i = 0; i < n && s[i]; i++) t[i] = s[i];", False),
        ("for (i = 0; i < n; i++) if (!s[i] || *s == 0) t[i] = s[i];", False),
    ],
)
def test_a_text_whose_end_is_looked_for_first(body: str, first: bool) -> None:
    functions = parsed(f"void f(char *s, char *t, int n) {{ int i; {body} }}")
    function = functions["f"]
    assert is_text(function.decl.type.args.params[0], function, functions, first=True) is first
