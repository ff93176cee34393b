// Zeros are removed in place.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "drop_zeros_behind_first.c", 6, "reach_error"); }
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

static int compact(int *x, int count) {
  int kept = 1;
  for (int i = 1; i < count; i++) {
    if (x[i] != 0)
      x[kept++] = x[i];
  }
  return kept;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  int kept = compact(a, N);
  for (int i = 0; i < kept; i++)
    __VERIFIER_assert(a[i] != 0);
  return 0;
}
