// Days are carried over to weeks one too late.
// SIZES: 7 8 9

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "clock.c", 6, "reach_error"); }
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
#define N 1000
#endif

int main(void) {
  int day = 0, week = 0;
  for (int t = 0; t < N; t++) {
    day++;
    if (day > 7) {
      day = 0;
      week++;
    }
  }
  __VERIFIER_assert(7 * week + day == N);
  return 0;
}
