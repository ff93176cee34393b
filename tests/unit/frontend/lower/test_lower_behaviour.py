"""The lowered program behaves like the original: both are compiled and run, and their assertions compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering import DECLARATIONS, body_text, lower_file, native, original, run

CASES = {
    "pointers to elements of rows": """
int a[3][4]; struct { char t[4]; int n; } s[3];
int main(void) {
  int *p = &a[1][2], *q = &a[1][0], y = 2; char *t = &s[y].t[1];
  *p = 5; p[1] = 6; p[-2] = 7; __VERIFIER_assert(a[1][2] == 5 && a[1][3] == 6 && *q == 7 && p - q == 2 && q < p);
  y = 0; *t++ = 8; t[1] = 9; __VERIFIER_assert(s[2].t[1] == 8 && s[2].t[3] == 9 && s[0].t[1] == 0);
  for (int *r = &a[2][0]; r != &a[2][3]; r++) *r = 1;
  __VERIFIER_assert(a[2][2] == 1 && a[2][3] == 0);
  return 0;
}""",
    "objects that are freed in front of a return": """
static int half(int *p, int n) { if (n % 2) { free(p); return 0; } p[0] = n / 2; n = p[0]; return n; }
int main(void) {
  int *p = malloc(40), k = 0;
  if (p == 0) { free(p); return 1; }
  for (k = 0; k < 10; k++) { p[k] = k; if (k == 20) { free(p); return 2; } }
  k = half(p, 6);
  __VERIFIER_assert(k == 3);
  return 0;
}""",
    "increments": """
int main(void) {
  int a[4] = {1}; int i = 0, k;
  k = i++ + 5; __VERIFIER_assert(k == 5 && i == 1);
  k = -i--; __VERIFIER_assert(k == -1 && i == 0);
  a[i++] += 4; __VERIFIER_assert(a[0] == 5 && i == 1);
  a[++i] = 9; __VERIFIER_assert(a[2] == 9 && a[1] == 0);
  k = (i++, i + 1); __VERIFIER_assert(k == 4);
  k = i > 1 ? i++ : i--; __VERIFIER_assert(k == 3 && i == 4);
  k = 0; if (i > 100 || k++ || k++) k += 10;
  __VERIFIER_assert(k == 12);
  k = i = 7; __VERIFIER_assert(k == 7 && i == 7);
  return 0;
}""",
    "an effect that reads what the assignment writes": """
int main(void) {
  int t[5] = {4, 2}, d = 0, f[3] = {1, 7, 9}, g[2] = {0, 5};
  d = t[d]++; __VERIFIER_assert(d == 4 && t[0] == 5);
  d = 1; d = t[d]-- + 2; __VERIFIER_assert(d == 4 && t[1] == 1);
  d = 1; d += f[d]++; __VERIFIER_assert(d == 8 && f[1] == 8);
  g[0] = f[g[0]]++; __VERIFIER_assert(g[0] == 1 && f[0] == 2 && f[1] == 8);
  g[1] = g[0]++; __VERIFIER_assert(g[0] == 2 && g[1] == 1);
  return 0;
}""",
    "pointers that may be null": """
int a[6] = {3, 1, 4, 1, 5, 9};
int *find(int *from, int n, int key) { for (int i = 0; i < n; i++) if (from[i] == key) return from + i; return 0; }
void forth(int **p) { (*p)++; }
int main(void) {
  int *p = find(a, 6, 4), *q = find(a, 6, 7), *best = 0, *none = 0; int i, rounds = 0;
  __VERIFIER_assert(p && *p == 4 && p - a == 2 && !q && q == 0 && p != q);
  for (i = 0; i < 6; i++) if (!best || a[i] > *best) best = a + i;
  __VERIFIER_assert(best != 0 && *best == 9 && best == a + 5);
  for (q = a; (q = find(q, a + 6 - q, 1)) != 0; q++) rounds++;
  __VERIFIER_assert(rounds == 2 && q == none);
  p = rounds > 1 ? p + 1 : 0; __VERIFIER_assert(p != 0 && *p == 1);
  p = rounds > 2 ? p : 0; __VERIFIER_assert(p == 0 && p == none);
  p = p ? p : a + 4; forth(&p); __VERIFIER_assert(*p == 9);
  for (i = 0; i < 3; i++) { if (p == 0) rounds = 7; if (i == 1) p = 0; }
  __VERIFIER_assert(rounds == 7);
  return 0;
}""",
    "characters with and without a sign": """
char t[4]; unsigned char u[4] = {200, 100, 255, 0};
int main(void) {
  unsigned char *v = (unsigned char *)t; signed char *w = (signed char *)u; void *any = u; double d = 100.5; int x;
  __VERIFIER_assert(w[0] == -56 && w[2] < 0 && *((signed char *)any + 2) == -1);
  x = (v[0] = 250); __VERIFIER_assert(x == 250 && t[0] == -6 && v[0]++ == 250 && t[0] == -5);
  v[0] >>= 1; __VERIFIER_assert(t[0] == 125);
  v[1] = d; w[1] += 100; __VERIFIER_assert(t[1] == 100 && w[1] == -56 && u[1] == 200);
  __VERIFIER_assert((unsigned char *)(t + 3) - v == 3 && v == (unsigned char *)t);
  return 0;
}""",
    "models of the library": """
int isspace(int); int toupper(int); char *strchr(const char *, int); char *strcat(char *, const char *);
int memcmp(const void *, const void *, unsigned long); int abs(int);
char t[12] = "a b"; char *end;
int main(void) {
  int sum; short low;
  __VERIFIER_assert(isspace(' ') && !isspace('b') && toupper('b') == 'B' && toupper('1') == '1' && abs(-4) == 4);
  end = strchr(t, ' '); __VERIFIER_assert(end == t + 1 && strchr(t, 'x') == 0 && *strchr(t, 0) == 0);
  strcat(t, "cd"); __VERIFIER_assert(t[3] == 'c' && t[4] == 'd' && t[5] == 0);
  __VERIFIER_assert(memcmp(t, "a b", 3) == 0 && memcmp(t, "a c", 3) < 0 && memcmp("b", t, 1) > 0);
  __VERIFIER_assert(__builtin_popcount(255) == 8 && __builtin_clz(1) == 31 && __builtin_ctzll(1ull << 40) == 40);
  __VERIFIER_assert(!__builtin_add_overflow(1, 2, &sum) && sum == 3);
  __VERIFIER_assert(__builtin_mul_overflow(300, 300, &low) && low == 24464);
  return 0;
}""",
    "loops": """
int main(void) {
  int a[10]; int i, j = 0, k;
  for (i = 0; i < 10; i++) a[i] = i * i;
  i = 0; while (i++ < 5) j += i;
  __VERIFIER_assert(i == 6 && j == 15);
  i = 0; while (i < 10 && a[i++] != 9) ;
  __VERIFIER_assert(i == 4);
  i = 0; j = 0; while (i++ < 5) { if (i == 3) break; j++; }
  __VERIFIER_assert(i == 3 && j == 2);
  i = 0; j = 0; do { if (i == 2) continue; j++; } while (++i < 5);
  __VERIFIER_assert(i == 5 && j == 4);
  k = 0; do k += 2; while (k < 7);
  __VERIFIER_assert(k == 8);
  for (i = 0, k = 10; i < k; i++, k--) ;
  __VERIFIER_assert(i == 5 && k == 5);
  for (k = 0;;) { if (++k > 6) break; }
  __VERIFIER_assert(k == 7);
  k = 0;
  for (i = 0; i < 10; i++) {
    int t; if (i % 2) continue;
    t = i;
    switch (i) { case 4: continue; case 6: k += 100; break; default: k += t; }
    if (i == 8) break;
  }
  __VERIFIER_assert(k == 110);
  return 0;
}""",
    "calls": """
int g = 3;
static int counter(void) { static int c = 3; return c++; }
static int find(int *p, int n, int v) { for (int i = 0; i < n; i++) if (p[i] == v) return i; return -1; }
static int early(int a) {
  if (a < 0) return -1;
  if (a == 0) { return 0; }
  for (int i = 0; i < a; i++) {
    for (int j = 0; j < a; j++) { if (i * j > 6) return i * 100 + j; }
    if (i == 50) return 7;
  }
  return a;
}
static void set(int *o, int a) { if (a) { *o = 1; return; } *o = 2; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int shift(int x) { x += g; g = x; return x; }
static unsigned char narrow(int x) { return x; }
int main(void) {
  int a[10], o, x = 1, y = 2; for (int i = 0; i < 10; i++) a[i] = i * i;
  __VERIFIER_assert(find(a, 10, 49) == 7);
  __VERIFIER_assert(find(a, 10, 50) == -1);
  o = counter(); o += counter() * 10; __VERIFIER_assert(o == 43);
  __VERIFIER_assert(early(-4) == -1); __VERIFIER_assert(early(0) == 0);
  __VERIFIER_assert(early(2) == 2); __VERIFIER_assert(early(5) == 204);
  set(&o, 5); __VERIFIER_assert(o == 1); set(&o, 0); __VERIFIER_assert(o == 2);
  swap(&x, &y); __VERIFIER_assert(x == 2 && y == 1);
  swap(&a[2], a + 3); __VERIFIER_assert(a[2] == 9 && a[3] == 4);
  x = shift(g); __VERIFIER_assert(x == 6 && g == 6);
  __VERIFIER_assert(narrow(300) == 44 && narrow(-1) == 255);
  return 0;
}""",
    "pointers": """
static int sum(const int *p, int n) { int t = 0; while (n--) t += *p++; return t; }
static int *at(int *p, int i) { if (i < 0) return p; return &p[i]; }
static void clear(void *p, int n) { int *q = p; for (int i = 0; i < n; i++) q[i] = 0; }
int *global;
int main(void) {
  int a[10]; int *p = a, *e = a + 10; int y = 0;
  for (int *q = a; q != a + 10; ++q) *q = q - a;
  __VERIFIER_assert(sum(a, 10) == 45);
  while (p < e) y += *p++;
  __VERIFIER_assert(y == 45 && p - a == 10);
  p = a; *p++ = 5; *p++ = 6; p[0] = 7; __VERIFIER_assert(a[0] == 5 && a[1] == 6 && a[2] == 7);
  p = &a[4]; p -= 2; __VERIFIER_assert(*p == 7 && p[1] == 3 && *(p - 1) == 6);
  *at(a, 3) = 30; __VERIFIER_assert(a[3] == 30); *at(a, -1) = 31; __VERIFIER_assert(a[0] == 31);
  for (int i = 0; i < 10; i++) { int *r = &a[i]; *r = i; int j = i; while (j-- > 0) *r += 1; }
  __VERIFIER_assert(sum(a, 10) == 90);
  unsigned k = 1; int *h = a + 5; h[k - 1] = 77; __VERIFIER_assert(a[5] == 77); h[-2] = 12;
   __VERIFIER_assert(a[3] == 12);
  global = a; global++; *global = 99; __VERIFIER_assert(a[1] == 99);
  clear(a, 10); __VERIFIER_assert(a[9] == 0 && a[1] == 0);
  if (p) y = 1;
  __VERIFIER_assert(y == 1);
  return 0;
}""",
    "structs": """
struct P { int x; short y; int z[3]; };
typedef struct { int a, b; } Pair;
struct V { int *data; int n; };
struct P gp = {1, 2, {3, 4, 5}}, arr[4];
static Pair make(int a, int b) { Pair p; p.a = a; p.b = b; return p; }
static int add(Pair p) { p.a += p.b; return p.a; }
static int total(struct V *v) { int t = 0; for (int i = 0; i < v->n; i++) t += v->data[i]; return t; }
int main(void) {
  struct P lp = gp; lp.z[1]++; __VERIFIER_assert(lp.z[1] == 5 && gp.z[1] == 4 && lp.y == 2);
  arr[2] = lp; arr[1].z[0] = 8; __VERIFIER_assert(arr[2].z[1] == 5 && arr[1].z[0] == 8 && arr[0].x == 0);
  struct P *q = &arr[2]; q->x = 77; __VERIFIER_assert(arr[2].x == 77); q--; __VERIFIER_assert(q->z[0] == 8);
  Pair pr = make(3, 4); __VERIFIER_assert(pr.a + pr.b == 7); __VERIFIER_assert(make(1, 2).b == 2);
  __VERIFIER_assert(add(pr) == 7 && pr.a == 3);
  Pair named = {.b = 5}; __VERIFIER_assert(named.a == 0 && named.b == 5);
  int v[10]; for (int i = 0; i < 10; i++) v[i] = i;
  struct V w; w.data = v; w.n = 10; __VERIFIER_assert(total(&w) == 45);
  return 0;
}""",
    "initialisers": """
int tab[] = {1, 2, [5] = 9, 4}; int m[2][3] = {{1, 2, 3}, {4}}; char text[8] = "abc"; const char *name = "xyz";
static unsigned char uc = 250; const int M = 7; enum E { A, B = 5, C };
unsigned char bytes[] = {"a\\xff"}; signed char narrow[4] = "\\xfe"; char rows[][3] = {{"uv"}, "w"}, three[3] = {"xyz"};
int main(void) {
  __VERIFIER_assert(sizeof bytes == 3 && bytes[1] == 255 && bytes[2] == 0 && narrow[0] == -2 && narrow[3] == 0);
  __VERIFIER_assert(rows[0][1] == 'v' && rows[1][0] == 'w' && rows[1][1] == 0 && three[2] == 'z');
  for (int i = 0; i < 2; i++) {
    unsigned char again[] = {"q"}; __VERIFIER_assert(again[0] == 'q' && again[1] == 0); again[0]++; again[1]--;
  }
  int z[7] = {0}; int sized[M]; sized[6] = M; int local[] = {4, 5, 6};
  __VERIFIER_assert(tab[6] == 4 && sizeof(tab) / sizeof(tab[0]) == 7 && tab[5] == 9 && tab[3] == 0);
  __VERIFIER_assert(m[1][0] == 4 && m[1][1] == 0 && m[0][2] == 3);
  __VERIFIER_assert(text[1] == 'b' && text[3] == 0 && sizeof text == 8 && name[2] == 'z');
  __VERIFIER_assert(z[6] == 0 && sized[6] == 7 && local[2] == 6 && C == 6);
  uc += 10; __VERIFIER_assert(uc == 4);
  return 0;
}""",
    "types": """
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
int main(void) {
  unsigned u = 3; __VERIFIER_assert(u - 4 > 0); __VERIFIER_assert((int)(u - 4) == -1);
  short sh = 40000; __VERIFIER_assert(sh == -25536); signed char sc = (char)200; __VERIFIER_assert(sc == -56);
  long big = 1L << 40; __VERIFIER_assert(big / 1024 == 1 << 30);
  __VERIFIER_assert(INT_MIN < 0 && UINT_MAX == 4294967295u && LONG_MAX > INT_MAX);
  uint8_t x8 = 255; x8++; __VERIFIER_assert(x8 == 0);
  int64_t ll = -5; __VERIFIER_assert(ll % 3 == -2 && ll / 2 == -2 && (ll >> 1) == -3);
  double d = 1.5; d *= 3; __VERIFIER_assert(d == 4.5 && (int)d == 4); float f = 0.1f; __VERIFIER_assert(f != 0.1);
  bool flag = 4; __VERIFIER_assert(flag == 1); flag = (bool)0.5; __VERIFIER_assert(flag);
  __VERIFIER_assert(sizeof(long) == 8 && sizeof(struct { char a; int b; short c; }) == 12 && sizeof(int *) == 8);
  __VERIFIER_assert(-1 > 1u); __VERIFIER_assert(!(-1 > 1L)); __VERIFIER_assert('\\n' == 10 && 'a' + 0x10 == 113);
  return 0;
}""",
    "library": """
#include <stdlib.h>
#include <string.h>
struct node { int key; int val; };
static int *make(int n) { int *r = (int *)malloc(n * sizeof(int)); return r; }
int main(void) {
  int n = 8 + 2; int i; int *a = malloc(sizeof(int) * n); int *b = calloc(10, sizeof *b);
  if (!a || b == NULL) exit(1);
  for (i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] < 0) a[i] = -a[i]; }
  __VERIFIER_assert(b[9] == 0);
  int g[3][4], h[3][4]; for (i = 0; i < 12; i++) g[i / 4][i % 4] = i; memcpy(h, g, sizeof h);
  __VERIFIER_assert(h[2][3] == 11 && h[1][0] == 4); memcpy(h[0], g[2], sizeof h[0]); __VERIFIER_assert(h[0][1] == 9);
  memmove(h + 1, h, 2 * sizeof h[0]); __VERIFIER_assert(h[2][0] == 4 && h[1][1] == 9);
  memcpy(b, a, n * sizeof(int)); for (i = 0; i < n; i++) __VERIFIER_assert(b[i] == a[i]);
  memset(b, 0, 10 * sizeof(int)); __VERIFIER_assert(b[3] == 0);
  memmove(a + 1, a, 9 * sizeof(int)); __VERIFIER_assert(a[0] == a[1] && a[1] >= 0);
  memmove(a, a + 1, 9 * sizeof(int)); __VERIFIER_assert(a[0] >= 0);
  for (int k = 0; k < 5; k++) {
    for (i = 0; i < n; i++) a[i] = i;
    memmove(a + k, a + 2, (n - 4) * sizeof *a); for (i = 0; i < 6; i++) __VERIFIER_assert(a[i + k] == i + 2);
    for (i = 0; i < n; i++) a[i] = i;
    memmove(a + k + 1, a + k, (n - k - 1) * sizeof *a); __VERIFIER_assert(a[9] == (k < 9 ? 8 : 9) && a[k] == k);
  }
  struct { size_t len; int item[6]; } list = { 6, { 0, 1, 2, 3, 4, 5 } };
  memmove(&list.item[2], &list.item[3], (list.len - 3) * sizeof list.item[0]);
  __VERIFIER_assert(list.item[2] == 3 && list.item[4] == 5 && list.item[5] == 5 && list.len == 6);
  int v[n]; for (i = 0; i < n; i++) v[i] = i;
  __VERIFIER_assert(v[9] == 9 && sizeof(v) == 40);
  int *c = make(10); c[0] = 4; c[9] = 1; __VERIFIER_assert(c[0] + c[9] == 5); free(c);
  struct node *ns = malloc(5 * sizeof(struct node));
  for (struct node *q = ns; q != ns + 5; q++) { q->key = q - ns; q->val = 2 * q->key; }
  __VERIFIER_assert(ns[4].val == 8); memset(ns, 0, 5 * sizeof *ns); __VERIFIER_assert(ns[4].val == 0);
  char s1[20] = "hello", s2[20]; strcpy(s2, s1);
  __VERIFIER_assert(strlen(s2) == 5 && strcmp(s1, s2) == 0);
  s2[0] = 'j'; __VERIFIER_assert(strcmp(s1, s2) < 0);
  strncpy(s2, "ab", 4); __VERIFIER_assert(s2[1] == 'b' && s2[3] == 0 && s2[4] == 'o');
  memset(s2, 'x', sizeof s2); __VERIFIER_assert(s2[19] == 'x');
  return 0;
}""",
    "dimensions": """
int grid[4][5];
static void fill(int (*m)[5], int rows) { for (int r = 0; r < rows; r++) for (int c = 0; c < 5;
   c++) m[r][c] = r * 10 + c; }
static void row(int *row, int v) { int k; for (k = 0; k < 5; ++k) row[k] = v; }
int main(void) {
  fill(grid, 4); __VERIFIER_assert(grid[3][4] == 34);
  row(grid[2], 6); __VERIFIER_assert(grid[2][4] == 6 && grid[3][0] == 30);
  __VERIFIER_assert(sizeof(grid) == 80 && sizeof(grid[0]) == 20);
  return 0;
}""",
    "switch": """
static int f(int x) {
  switch (x) { case 1: case 2: return 10; case 0: x++; break; default: { x = 3; break; } case 6: x = 99; }
  return x;
}
static int g(unsigned char x) { int r = 0; switch (x + 1) { default: r = 1; break; case 3: r = 2; break;
   case 4: case 9: ; } return r; }
int main(void) {
  for (int i = -1; i < 12; i++) { int r = f(i);
   __VERIFIER_assert(r == (i == 1 || i == 2 ? 10 : i == 0 ? 1 : i == 6 ? 99 : 3)); }
  __VERIFIER_assert(g(2) == 2); __VERIFIER_assert(g(8) == 0); __VERIFIER_assert(g(50) == 1);
  return 0;
}""",
    "inputs": """
int main(void) {
  int x = __VERIFIER_nondet_int(); unsigned u = __VERIFIER_nondet_uint(); short s = __VERIFIER_nondet_int();
  __VERIFIER_assert(u < 21); __VERIFIER_assume(x > -5);
  if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_int() > 0) x += 100;
  for (int i = 0; i < 5; i++) { int q = __VERIFIER_nondet_short() + 1; u += q; if (q > 18) return 0; }
  __VERIFIER_assert(u < 95 || x < 0); __VERIFIER_assert(s < 3);
  return 0;
}""",
    "statement expressions": """
int main(void) { int k = ({ int z = 3; z * 2; }); __VERIFIER_assert(k == 6); return 0; }""",
}


@pytest.mark.share(4)
@pytest.mark.parametrize("name", CASES)
def test_lowered_program_behaves_like_the_original(name: str, tmp_path: Path) -> None:
    text = DECLARATIONS + CASES[name]
    program = lower_file(tmp_path / "case.c", text)
    for seed in (1, 2, 3):
        expected = run(original(text), tmp_path, "original", seed)
        assert expected[0], "the case must reach an assertion"
        assert run(native(program), tmp_path, "lowered", seed) == expected


@pytest.mark.parametrize("name", [name for name in CASES if name != "inputs"])
def test_cases_assert_their_results(name: str, tmp_path: Path) -> None:
    output, code = run(original(DECLARATIONS + CASES[name]), tmp_path, "original")
    assert code == 0
    assert all(line.endswith(" 1") for line in output.splitlines())


def test_names_are_unique_and_not_reserved(tmp_path: Path) -> None:
    text = DECLARATIONS + "int s, K; int main(void) { int s = 1; { int s = 2; K = s; } __VERIFIER_assert(s + K == 3); }"
    program = lower_file(tmp_path / "names.c", text)
    assert not {"s", "K"} & program.scalars.keys()
    assert len({scalar.name for scalar in program.scalars.values()}) == len(program.scalars)
    assert "K_2 = " in body_text(program)
