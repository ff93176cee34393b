// VERDICT: safe. Two counters in lockstep, up to a symbolic bound.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i01_lockstep.c", 1, "reach_error"); }
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
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n > N)
    abort();
  while (x < n) {
    x++;
    y += 2;
  }
  __VERIFIER_assert(y == 2 * x);
  return 0;
}
