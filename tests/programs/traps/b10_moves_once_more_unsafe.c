// VERDICT: unsafe. The minute begins anew at 61: it has moved once more than in an hour.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int second = 0, minute = 0, hour = 0;
  for (int t = 0; t < 4 * N; t++) {
    second++;
    if (second == 60) {
      second = 0;
      minute++;
      if (minute > 60) {
        minute = 0;
        hour++;
      }
    }
  }
  __VERIFIER_assert(second == 4 * N % 60 && minute == 4 * N / 60 % 60 && hour == 4 * N / 3600);
  return 0;
}
