// VERDICT: safe. Three values change places; which ones are neighbours takes three iterations to see.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i07_three_rotate.c", 1, "reach_error"); }
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
  int x = 1, y = 2, z = 3, i, n = __VERIFIER_nondet_int();
  if (n > N)
    abort();
  for (i = 0; i < n; i++) {
    int t = x;
    x = y;
    y = z;
    z = t;
    __VERIFIER_assert(x != y);
  }
  return 0;
}
