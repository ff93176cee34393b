// VERDICT: unsafe. The smallest value may occur twice, so the others need not be greater.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "minimum_index_strict.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, at = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 1; i < N; i++)
    if (a[i] < a[at])
      at = i;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(i == at || a[at] < a[i]);
  return 0;
}
