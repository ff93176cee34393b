// Neighbouring cubes are a quadratic polynomial apart.
// SIZES: 1 2 3 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "degree_differences_of_cubes.c", 7, "reach_error"); }
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
  assume_abort_if_not(n >= 2 && n <= N);
  long long a[n];
  long long b[n];
  for (long long i = 0; i < n; i++)
    a[i] = i * i * i;
  for (int i = 0; i < n - 1; i++)
    b[i] = a[i + 1] - a[i];
  for (long long i = 0; i < n - 1; i++)
    __VERIFIER_assert(b[i] == 3 * i * i + 3 * i + 1);
  return 0;
}
