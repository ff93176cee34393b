// VERDICT: safe. A fold with `|`: a bit of any element is a bit of the result.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "fold_or.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned int a[N];

int main(void) {
  int i;
  unsigned int all = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < N; i++)
    all |= a[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert((a[i] & ~all) == 0);
  return 0;
}
