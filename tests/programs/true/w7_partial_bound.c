// VERDICT: safe. A loop fills only a part of the array; the rest is unchanged.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w7_partial_bound.c", 1, "reach_error"); }
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
  int i, n = __VERIFIER_nondet_int();
  if (n < 0 || n > N)
    return 0;
  for (i = 0; i < N; i++)
    a[i] = 7;
  for (i = 0; i < n; i++)
    a[i] = 9;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(i < n ? a[i] == 9 : a[i] == 7);
  return 0;
}
