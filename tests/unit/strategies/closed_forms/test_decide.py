"""Programs decided by closed forms: provable ones, and wrong ones that must not be proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.strategies.closed_forms.decide import decide, decide_each

SIZES = """
#include <stdlib.h>
int N;
int main(void) {{
  int i, j, t;
  N = __VERIFIER_nondet_int();
  if (N <= 0 || N > 10000) return 0;
  int *a = malloc(N * sizeof(int)); int *b = malloc(N * sizeof(int));
  {}
  return 0;
}}
"""

PROVED = {
    "a clock": """int s = 0, m = 0, h = 0; for (t = 0; t < 86400; t++) {
        s++; if (s == 60) { s = 0; m++; if (m == 60) { m = 0; h++; } } }
        __VERIFIER_assert(h == 24 && m == 0 && s == 0);""",
    "a clock at any time": """int s = 0, m = 0, h = 0; for (t = 0; t < N; t++) {
        s++; if (s >= 60) { s = 0; m++; if (m >= 60) { m = 0; h++; } } }
        __VERIFIER_assert(3600 * h + 60 * m + s == N);""",
    "a light that goes on and off": """int ticks = 0, on = 0, times = 0; for (t = 0; t < 100000; t++) {
        ticks++; if (ticks >= 50) { ticks = 0; on = !on; times++; } } __VERIFIER_assert(times == 2000 && !on);""",
    "every hundredth": """int n = 0; for (t = 0; t < N; t++) if (t % 100 == 7) n++;
        __VERIFIER_assert(n == (N + 92) / 100);""",
    "every tenth of ten": """int n = 0; for (t = 30; t < 1000000; t += 10) if (t % 100 == 0) n++;
        __VERIFIER_assert(n == 9999);""",
    "states one after the other": """int state = 0, n = 0; for (t = 0; t < 3 * N; t++)
        switch (state) { case 0: state = 1; break; case 1: state = 2; break; default: state = 0; n++; }
        __VERIFIER_assert(n == N && state == 0);""",
    "counts of cells, added up": """int c[8], s = 0; for (i = 0; i < 8; i++) c[i] = 0;
        for (i = 0; i < 1000; i++) { t = __VERIFIER_nondet_int(); if (0 <= t && t < 8) c[t]++; }
        for (i = 0; i < 8; i++) { s += c[i]; __VERIFIER_assert(s <= 8000); }""",
    "cancelling sums": """long long s = 0; for (i = 0; i < N; i++) s += a[i];
        for (i = N - 1; i >= 0; i--) s -= a[i]; __VERIFIER_assert(s == 0);""",
    "indicators": """int p = 0, q = 0; for (i = 0; i < N; i++) if (a[i] == 3) p++;
        for (i = 0; i < N; i++) if (a[i] != 3) q++; __VERIFIER_assert(p + q == N);""",
    "an aggregate in a condition": """int s = 0; for (i = 0; i < N; i++) a[i] = 1; for (i = 0; i < N; i++) s += a[i];
        for (i = 0; i < N; i++) if (s == N) b[i] = s + i; else b[i] = 0;
        for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == N + i);""",
    "nested rows": """for (i = 0; i < N; i++) { a[i] = 0; for (j = 0; j < N; j++) a[i] = a[i] + 1; }
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == N);""",
    "a triangle": """for (i = 0; i < N; i++) a[i] = 0; for (i = 0; i < N; i++) for (j = 0; j <= i; j++) a[j] = a[j] + 1;
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == N - i);""",
    "a chain": """for (i = 0; i < N; i++) if (i == 0) a[i] = 7; else a[i] = a[i - 1] + 2;
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 2 * i + 7);""",
    "a search that ends at a state": """int x = 7, y = 9, state = 0; i = 0;
        while (i < N && state == 0) { if (a[i] == x) state = 1; else if (a[i] == y) state = 2; else i++; }
        if (state == 1) __VERIFIER_assert(a[i] == x); if (state == 2) __VERIFIER_assert(a[i] == y);
        if (state == 0) __VERIFIER_assert(i == N);
        for (j = 0; j < i; j++) __VERIFIER_assert(a[j] != x && a[j] != y);""",
    "the last ten": """int h[10], n = 0; for (t = 0; t < 1000; t++) { h[n] = t; n = n + 1 == 10 ? 0 : n + 1; }
        for (i = 0; i < 10; i++) __VERIFIER_assert(h[i] >= 990);""",
    "running sums": """for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int() & 255; }
        for (i = 1; i < N; i++) a[i] = a[i] + a[i - 1];
        for (i = 0; i < N; i++) __VERIFIER_assert(0 <= a[i] && a[i] <= 255 * (i + 1));""",
    "differences and back": """for (i = 0; i < N; i++) b[i] = a[i];
        for (i = N - 1; i > 0; i--) a[i] = a[i] - a[i - 1];
        for (i = 1; i < N; i++) a[i] = a[i] + a[i - 1];
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == b[i]);""",
    "cells that are kept": """int n = 0, m = 0; for (i = 0; i < N; i++) if (a[i] < 0) n++;
        for (i = 0; i < N; i++) if (a[i] >= 0) a[m++] = a[i]; __VERIFIER_assert(n + m == N);""",
    "cells that are kept, two at a time": """int n = 0, m = 0; for (i = 0; i < N / 2; i++) if (a[2 * i] > 0) n++;
        for (i = 0; i < N / 2; i++) if (a[2 * i] > 0) { a[m] = 1; m += 2; } __VERIFIER_assert(m == 2 * n);""",
    "an exchange": """for (i = 0; i < N; i++) { a[i] = i; b[i] = N - i; }
        for (i = 0; i < N; i++) { t = a[i]; a[i] = b[i]; b[i] = t; }
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == N - i && b[i] == i);""",
    "a reversal in place": """for (i = 0; i < N; i++) b[i] = a[i];
        for (i = 0, j = N - 1; i < j; i++, j--) { t = a[i]; a[i] = a[j]; a[j] = t; }
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == b[N - 1 - i]);""",
    "steps of two": """for (i = 0; i < N; i++) a[i] = 0; for (i = 0; i < N; i += 2) a[i] = 1;
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 1 - i % 2);""",
    "residues": """int s = 0; for (i = 0; i < 2 * N; i++) if (i % 2 == 0) s++; else s--;
        __VERIFIER_assert(s == 0);""",
    "a split range": """int s = 0; for (i = 0; i < N; i++) if (i < 5) s += 2; else s++;
        if (N >= 5) __VERIFIER_assert(s == N + 5);""",
    "sums of the even and the odd indices": """long long s = 0, e = 0; for (i = 0; i < N; i++) s += a[i];
        for (i = 0; i < N; i += 2) e += a[i]; for (i = 1; i < N; i += 2) e += a[i]; __VERIFIER_assert(s == e);""",
    "sums by three remainders": """long long s = 0, e = 0; for (i = 0; i < N; i++) s += a[i];
        for (i = 0; i < N; i += 3) e += a[i]; for (i = 1; i < N; i += 3) e += a[i];
        for (i = 2; i < N; i += 3) e += a[i]; __VERIFIER_assert(s == e);""",
    "a histogram": """int h[12], s = 0; for (j = 0; j < 12; j++) h[j] = 0;
        for (i = 0; i < N; i++) h[(a[i] & 255) % 8 + 2]++; for (j = 0; j < 12; j++) s += h[j];
        __VERIFIER_assert(s == N);""",
    "a rotated row of known length": """int c[9000]; long long s = 0;
        for (i = 0; i < 9000; i++) c[i] = __VERIFIER_nondet_int();
        for (i = 0; i < 9000; i++) s += c[i]; t = c[0]; for (i = 0; i < 8999; i++) c[i] = c[i + 1]; c[8999] = t;
        for (i = 0; i < 9000; i++) s -= c[i]; __VERIFIER_assert(s == 0);""",
    "a sign": """long long s = 0; for (i = 0; i < N; i++) { if (a[i] <= 0) return 0; }
        for (i = 0; i < N; i++) s += a[i];
        __VERIFIER_assert(s >= N);""",
    "the first match": """int p = -1; for (i = 0; i < N; i++) if (p == -1 && a[i] == 5) p = i;
        if (p == -1) for (i = 0; i < N; i++) __VERIFIER_assert(a[i] != 5);""",
    "powers": """unsigned x = 1; for (i = 0; i < N && i < 20; i++) x = x * 2; __VERIFIER_assert(x >= 1);""",
    "the maximum is there": """int m = a[0], f = 0; for (i = 0; i < N; i++) if (a[i] > m) m = a[i];
        for (i = 0; i < N; i++) if (a[i] == m) f = 1; __VERIFIER_assert(f);""",
    "the minimum of a matrix": """int m[100][50]; for (i = 0; i < 100; i++) for (j = 0; j < 50; j++)
        m[i][j] = __VERIFIER_nondet_int(); int least = m[0][0];
        for (i = 0; i < 100; i++) for (j = 0; j < 50; j++) if (m[i][j] < least) least = m[i][j];
        for (i = 0; i < 100; i++) for (j = 0; j < 50; j++) __VERIFIER_assert(m[i][j] >= least);""",
    "deviations from the minimum": """int least = a[0]; long long s = 0;
        for (i = 0; i < N; i++) if (a[i] < least) least = a[i];
        for (i = 0; i < N; i++) s += a[i] - least; __VERIFIER_assert(s >= 0 || N > 1000000);""",
    "remainders behind the middle": """int c[3000], s = 0;
        for (i = 0; i < 3000; i++) { c[i] = i + 1; if (i > 1500) c[i] = i % 3; }
        for (i = 0; i < 3000; i++) { if (c[i] == 0) s++; __VERIFIER_assert(s <= 500); }""",
    "left before the end": """for (i = 0; i < N; i++) if (a[i] == 5) break;
        for (j = 0; j < i; j++) __VERIFIER_assert(a[j] != 5);""",
    "a bound that moves": """for (i = 0; i < N; i++) a[i] = 0; for (i = 0; i < N - i; i++) a[i] = 1;
        for (i = 0; i < N / 2; i++) __VERIFIER_assert(a[i] == 1);""",
    "bytes": """unsigned char *c = malloc(N); for (i = 0; i < N; i++) c[i] = i;
        for (i = 0; i < N; i++) __VERIFIER_assert(c[i] == i % 256);""",
    "weights out of a table": """int w[3]; long long s = 0; w[0] = 3; w[1] = 5; w[2] = 7;
        for (i = 0; i < N; i++) { t = __VERIFIER_nondet_int(); if (t < 0 || t > 2) t = 0; s += w[t]; }
        __VERIFIER_assert(s >= 3 * N && s <= 7 * N);""",
    "a matrix transposed in place": """int m[90][90], o[90][90];
        for (i = 0; i < 90; i++) for (j = 0; j < 90; j++) o[i][j] = m[i][j] = __VERIFIER_nondet_int();
        for (i = 0; i < 90; i++) for (j = i + 1; j < 90; j++) { t = m[i][j]; m[i][j] = m[j][i]; m[j][i] = t; }
        for (i = 0; i < 90; i++) for (j = 0; j < 90; j++) __VERIFIER_assert(m[i][j] == o[j][i]);""",
    "between two places of a running sum": """long long c[10001]; c[0] = 0;
        for (i = 0; i < N; i++) if (a[i] < 0) a[i] = 0; for (i = 0; i < N; i++) c[i + 1] = c[i] + a[i];
        i = __VERIFIER_nondet_int(); j = __VERIFIER_nondet_int(); if (i < 0 || j < i || j > N) return 0;
        __VERIFIER_assert(c[i] <= c[j]);""",
    "a mean between inputs": """int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int(); long long s = 0;
        if (lo > hi) return 0; for (i = 0; i < 1000; i++) { t = __VERIFIER_nondet_int(); if (t < lo) t = lo;
        if (t > hi) t = hi; s += t; } __VERIFIER_assert(lo <= s / 1000 && s / 1000 <= hi);""",
    "rows of a matrix": """int m[100][50]; for (i = 0; i < 100; i++) for (j = 0; j < 50; j++) m[i][j] = i + j;
        for (i = 0; i < 100; i++) for (j = 0; j < 50; j++) __VERIFIER_assert(m[i][j] == i + j);""",
}

REFUSED = {
    "a clock of 61 minutes": """int s = 0, m = 0, h = 0; for (t = 0; t < 86400; t++) {
        s++; if (s == 60) { s = 0; m++; if (m > 60) { m = 0; h++; } } } __VERIFIER_assert(h == 24);""",
    "remainders of negative numbers": """int n = 0; for (t = -1000; t < 1000; t++) if (t % 100 == 50) n++;
        __VERIFIER_assert(n == 20);""",
    "one remainder more": """int n = 0; for (t = 0; t < N; t++) if (t % 100 == 7) n++;
        __VERIFIER_assert(n == (N + 93) / 100);""",
    "counts of cells, added up, by less than they may be": """int c[8], s = 0; for (i = 0; i < 8; i++) c[i] = 0;
        for (i = 0; i < 1000; i++) { t = __VERIFIER_nondet_int(); if (0 <= t && t < 8) c[t]++; }
        for (i = 0; i < 8; i++) { s += c[i]; __VERIFIER_assert(s <= 999); }""",
    "an assumption of a later iteration": """for (i = 0; i < N; i++) {
        if (a[i] <= 0) return 0; __VERIFIER_assert(a[N - 1] > 0); }""",
    "a sum that starts late": """int s = 0; for (i = 0; i < N; i++) a[i] = 2; for (i = 1; i < N; i++) s += a[i];
        __VERIFIER_assert(s == 2 * N);""",
    "a bound that moves": """for (i = 0; i < N; i++) a[i] = 0; for (i = 0; i < N - i; i++) a[i] = 1;
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 1);""",
    "the minimum without the last column": """int m[100][50]; for (i = 0; i < 100; i++) for (j = 0; j < 50; j++)
        m[i][j] = __VERIFIER_nondet_int(); int least = m[0][0];
        for (i = 0; i < 100; i++) for (j = 0; j < 49; j++) if (m[i][j] < least) least = m[i][j];
        for (i = 0; i < 100; i++) for (j = 0; j < 50; j++) __VERIFIER_assert(m[i][j] >= least);""",
    "remainders from the middle on": """int c[3000], s = 0;
        for (i = 0; i < 3000; i++) { c[i] = i + 1; if (i >= 1500) c[i] = i % 3; }
        for (i = 0; i < 3000; i++) { if (c[i] == 0) s++; __VERIFIER_assert(s <= 499); }""",
    "a search that ends at a state, one too far": """int state = 0; i = 0;
        while (i < N && state == 0) { if (a[i] == 7) state = 1; i++; } if (state == 1) __VERIFIER_assert(a[i] == 7);""",
    "a state that wraps": """unsigned char state = 0; i = 0; while (i < N && state < 200) { state += 100; i++; }
        __VERIFIER_assert(i == N || state >= 300);""",
    "the last nine of ten": """int h[10], n = 0; for (t = 0; t < 1000; t++) { h[n] = t; n = n + 1 == 10 ? 0 : n + 1; }
        for (i = 0; i < 10; i++) __VERIFIER_assert(h[i] >= 991);""",
    "running sums over cells of an earlier round": """for (i = 0; i < N; i++) b[i] = a[i];
        for (i = 1; i < N; i++) { a[i] = a[i] + a[i - 1]; if (i + 1 < N) a[i + 1] = 0; }
        for (i = 1; i < N; i++) __VERIFIER_assert(a[i] == b[i] + a[i - 1]);""",
    "cells that are kept, two for one": """int n = 0, m = 0; for (i = 0; i < N / 2; i++) if (a[i] < 0) n++;
        for (i = 0; i < N / 2; i++) if (a[i] >= 0) { a[m] = -1; m += 2; } __VERIFIER_assert(2 * n + m == N / 2 * 2);""",
    "cells that are kept, one too far": """int n = 0, m = 1; for (i = 0; i < N - 1; i++) if (a[i] < 0) n++;
        for (i = 0; i < N - 1; i++) if (a[i] >= 0) a[m++] = -1; __VERIFIER_assert(n + m == N);""",
    "what was kept": """int m = 0; for (i = 0; i < N; i++) b[i] = a[i];
        for (i = 0; i < N; i++) if (a[i] >= 0) a[m++] = a[i];
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == b[i]);""",
    "an access beyond the end": """for (i = 0; i <= N; i++) a[i] = 0; __VERIFIER_assert(N > 0);""",
    "the last cell is left out": """int m = a[0]; for (i = 0; i < N - 1; i++) if (a[i] > m) m = a[i];
        for (i = 0; i < N; i++) __VERIFIER_assert(a[i] <= m);""",
    "sums that leave an index out": """long long s = 0, e = 0; for (i = 0; i < N; i++) s += a[i];
        for (i = 0; i < N; i += 2) e += a[i]; for (i = 3; i < N; i += 2) e += a[i]; __VERIFIER_assert(s == e);""",
    "sums that count an index twice": """long long s = 0, e = 0; for (i = 0; i < N; i++) s += a[i];
        for (i = 0; i < N; i += 2) e += a[i]; for (i = 1; i < N + 1; i += 2) e += a[i < N ? i : N - 1];
        __VERIFIER_assert(s == e);""",
    "sums of every second index only": """long long s = 0, e = 0; for (i = 0; i < N; i++) s += a[i];
        for (i = 0; i < N; i += 2) e += 2 * a[i]; __VERIFIER_assert(s == e);""",
    "a histogram without its last class": """int h[12], s = 0; for (j = 0; j < 12; j++) h[j] = 0;
        for (i = 0; i < N; i++) h[(a[i] & 255) % 8 + 2]++; for (j = 0; j < 9; j++) s += h[j];
        __VERIFIER_assert(s == N);""",
    "thirds that are whole together only": """long long s = 0; for (i = 0; i < N; i += 2) { if (i < 1) s = s + 1;
        for (j = i + 1; j < N; j++) s = s - i; } __VERIFIER_assert(s >= 0 || N > 100);""",
    "a sum to which one cell adds nothing": """unsigned s = 0; for (i = 0; i < N; i++) if (a[i] > 0) s += i;
        if (a[0] == 5) __VERIFIER_assert(s == 0);""",
    "a sum to which four cells add nothing": """unsigned s = 0;
        for (i = 0; i < N; i++) if (a[i] > 0) s += i * (i - 1) * (i - 2) * (i - 3);
        if (a[0] == 5) __VERIFIER_assert(s == 0);""",
    "two draws are not one": """for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
        for (i = 1; i < N; i++) __VERIFIER_assert(a[i] == a[i - 1]);""",
    "draws of an inner loop": """for (i = 0; i < N; i++) for (j = 0; j < 2; j++) b[i] = __VERIFIER_nondet_int();
        for (i = 1; i < N; i++) __VERIFIER_assert(b[i] == b[0]);""",
    "a count of neither none nor all": """int s = 0; for (i = 0; i < N; i++) if (a[i] == 7) s++;
        __VERIFIER_assert(s != 3);""",
    "a name that looks like a symbol": """int t1 = __VERIFIER_nondet_int(); if (t1 < 0 || t1 >= N) return 0;
        for (i = 0; i < N; i++) a[i] = t1; __VERIFIER_assert(a[0] == 0);""",
    "bytes wrap": """unsigned char *c = malloc(N); for (i = 0; i < N; i++) c[i] = i;
        for (i = 0; i < N; i++) __VERIFIER_assert(c[i] == i);""",
    "weights that are less than the largest": """int w[3]; long long s = 0; w[0] = 3; w[1] = 5; w[2] = 7;
        for (i = 0; i < N; i++) { t = __VERIFIER_nondet_int(); if (t < 0 || t > 2) t = 0; s += w[t]; }
        __VERIFIER_assert(s >= 3 * N && s <= 7 * N - 1);""",
    "a matrix exchanged with its mirror image twice": """int m[90][90], o[90][90];
        for (i = 0; i < 90; i++) for (j = 0; j < 90; j++) o[i][j] = m[i][j] = __VERIFIER_nondet_int();
        for (i = 0; i < 90; i++) for (j = 0; j < 90; j++) { t = m[i][j]; m[i][j] = m[j][i]; m[j][i] = t; }
        for (i = 0; i < 90; i++) for (j = 0; j < 90; j++) __VERIFIER_assert(m[i][j] == o[j][i]);""",
    "between two places of a sum that falls": """long long c[10001]; c[0] = 0;
        for (i = 0; i < N; i++) if (a[i] < -1) a[i] = -1; for (i = 0; i < N; i++) c[i + 1] = c[i] + a[i];
        i = __VERIFIER_nondet_int(); j = __VERIFIER_nondet_int(); if (i < 0 || j < i || j > N) return 0;
        __VERIFIER_assert(c[i] <= c[j]);""",
    "between two places in any order": """long long c[10001]; c[0] = 0;
        for (i = 0; i < N; i++) if (a[i] < 0) a[i] = 0; for (i = 0; i < N; i++) c[i + 1] = c[i] + a[i];
        i = __VERIFIER_nondet_int(); j = __VERIFIER_nondet_int(); if (i < 0 || j < 0 || i > N || j > N) return 0;
        __VERIFIER_assert(c[i] <= c[j]);""",
    "a mean between inputs, one of which is no bound": """long long s = 0;
        int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int(); if (lo > hi) return 0;
        for (i = 0; i < 1000; i++) { t = __VERIFIER_nondet_int(); if (t < lo) t = lo; s += t; }
        __VERIFIER_assert(lo <= s / 1000 && s / 1000 <= hi);""",
    "a mean of one cell too many": """int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
        long long s = 0; if (lo > hi) return 0; for (i = 0; i < 1001; i++) {
        t = __VERIFIER_nondet_int(); if (t < lo) t = lo; if (t > hi) t = hi; s += t; }
        __VERIFIER_assert(lo <= s / 1000 && s / 1000 <= hi);""",
    "a divisor of zero": """int s = 0; for (i = 0; i < N; i++) s += N / i; __VERIFIER_assert(N > 0);""",
    "the second break": """for (i = 0; i < N; i++) { if (a[i] == 1) break; b[i] = 1; if (a[i] == 2) break; }
        if (i < N) __VERIFIER_assert(a[i] == 1);""",
}


@pytest.mark.share(4)
@pytest.mark.parametrize("name", PROVED)
def test_provable_assertion_is_proved(name: str, program: Callable[[str], Program]) -> None:
    result = decide(program(SIZES.format(PROVED[name])), 0)
    assert result.proved, result.reason


@pytest.mark.share(4)
@pytest.mark.parametrize("name", REFUSED)
def test_unprovable_assertion_is_not_proved(name: str, program: Callable[[str], Program]) -> None:
    result = decide(program(SIZES.format(REFUSED[name])), 0)
    assert not result.proved and result.reason


def test_proof_needing_no_overflow_fails_with_wrapping(program: Callable[[str], Program]) -> None:
    """i * (i + 1) overflows int, and half of the wrapped value is not half of the product."""
    source = """int s = 0; for (i = 0; i < N; i++) a[i] = 1000 * i * (i + 1) / 2;
        for (i = 1; i < N; i++) __VERIFIER_assert(a[i] - a[i - 1] == 1000 * i);"""
    free = decide(program(SIZES.format(source)), 0)
    assert free.proved and free.up_to_overflow
    assert not decide(program(SIZES.format(source)), 0, Overflow.WRAP).proved


def test_several_are_decided_as_each_alone(program: Callable[[str], Program]) -> None:
    source = """for (i = 0; i < N; i++) a[i] = 1000 * i * (i + 1) / 2;
        for (i = 1; i < N; i++) { __VERIFIER_assert(a[i] - a[i - 1] == 1000 * i); __VERIFIER_assert(i < N); }
        if (N > 3) __VERIFIER_assert(a[1] == 999);"""
    whole = program(SIZES.format(source))
    together = decide_each(whole, range(3))
    for number, one in together.items():
        alone = decide(whole, number)
        assert (one.proved, one.up_to_overflow, one.reason) == (alone.proved, alone.up_to_overflow, alone.reason)
    assert [one.proved for one in together.values()] == [True, True, False]
    assert together[0].up_to_overflow and not together[1].up_to_overflow


def test_sums_that_cancel_wrap_alike(program: Callable[[str], Program]) -> None:
    source = """int s = 0; for (i = 0; i < N; i++) s += a[i]; for (i = 0; i < N; i++) s -= a[i];
        __VERIFIER_assert(s == 0);"""
    result = decide(program(SIZES.format(source)), 0, Overflow.WRAP)
    assert result.proved and not result.up_to_overflow
