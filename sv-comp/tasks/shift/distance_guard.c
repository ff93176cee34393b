// The distance is an input; what comes from behind the end is zero.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "distance_guard.c", 6, "reach_error"); }
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

int a[N], b[N];

int main(void) {
  int k = __VERIFIER_nondet_int();
  assume_abort_if_not(k >= 0 && k <= N);
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    b[i] = i + k < N - 1 ? a[i + k] : 0;
  for (int i = 0; i < N - k; i++)
    __VERIFIER_assert(b[i] == a[i + k]);
  return 0;
}
