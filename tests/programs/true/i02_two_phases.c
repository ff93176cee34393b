// VERDICT: safe. The second counter starts when the first one is half way.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i02_two_phases.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int x = 0, y = N;
  while (x < 2 * N) {
    if (x >= N)
      y++;
    x++;
  }
  __VERIFIER_assert(y == 2 * N);
  return 0;
}
