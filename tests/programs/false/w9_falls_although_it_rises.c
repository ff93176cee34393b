// VERDICT: unsafe. A carried scalar that only increases may increase by any amount: the iterations do not bound it.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w9_falls_although_it_rises.c", 1, "reach_error"); }
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

int a[N], best[N];

int main(void) {
  int i, top = 2;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] > top)
      top = a[i];
    best[i] = top;
    __VERIFIER_assert(best[i] == (a[i] > 2 ? a[i] : 2));
  }
  return 0;
}
