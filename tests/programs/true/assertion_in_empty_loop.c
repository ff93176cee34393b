// VERDICT: safe. the inner loop has no iteration, so its assertion is never evaluated; the other one holds.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "assertion_in_empty_loop.c", 4, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
int a[N];
int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = 3;
    for (int k = 0; k < 0; k++)
      __VERIFIER_assert(a[k] == 4);
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == 3);
  return 0;
}
