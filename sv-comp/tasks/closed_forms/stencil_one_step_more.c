// Each element is two above its predecessor.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "stencil_one_step_more.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int a[n];
  a[0] = 1;
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + (i == 4 ? 3 : 2);
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == 2 * i + 1);
  return 0;
}
