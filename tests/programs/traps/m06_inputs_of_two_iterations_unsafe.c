// VERDICT: unsafe. two iterations get different inputs. Lost if one arbitrary value serves all chosen iterations.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, seen = 0, first = 0, bad = 0;
  for (i = 0; i < N; i++) {
    int v = __VERIFIER_nondet_int();
    if (!seen) { seen = 1; first = v; } else if (v != first) bad = 1;
  }
  __VERIFIER_assert(!bad);
  return 0;
}
