// VERDICT: unsafe. the last of n + 1 writes wraps around to the cell of the first one.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int ring[N], came[N + 1];
int main(void) {
  int from = __VERIFIER_nondet_int();
  if (from < 0 || from >= N)
    return 0;
  for (int i = 0; i <= N; i++) {
    came[i] = __VERIFIER_nondet_int();
    ring[(from + i) % N] = came[i];
  }
  for (int i = 0; i <= N; i++)
    __VERIFIER_assert(ring[(from + i) % N] == came[i]);
  return 0;
}
