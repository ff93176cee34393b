// Every element lies between the running extremes.
// SIZES: 1 2 3 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "running_both_sides.c", 7, "reach_error"); }
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

int a[N], low[N], high[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int lowest, highest;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  lowest = highest = a[0];
  for (int i = 0; i < n; i++) {
    lowest = a[i] < lowest ? a[i] : lowest;
    highest = a[i] > highest ? a[i] : highest;
    low[i] = lowest;
    high[i] = highest;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(low[i] <= a[i] && a[i] <= high[i]);
  return 0;
}
