// Cubes without any multiplication.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "degree_running_differences.c", 7, "reach_error"); }
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
#define N 1000000
#endif

long long a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  long long value = 0, first = 1, second = 6;
  for (int i = 0; i < n; i++) {
    a[i] = value;
    value += first;
    first += second;
    second += 6;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == (long long)i * i * i);
  return 0;
}
