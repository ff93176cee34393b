// VERDICT: unsafe. an overlapping copy to higher indices starts at the last cell, one to lower indices at the first; the input decides which.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern void *memmove(void *, const void *, unsigned long);
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 1000
#endif
int a[N + 2];
int main(void) {
  int i, k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  for (i = 0; i <= N + 1; i++) a[i] = i;
  memmove(a + k, a + 1, N * sizeof(int));
  __VERIFIER_assert(a[2] != 1 && a[0] != 1);
  return 0;
}
