// VERDICT: unsafe. One iteration keeps it, two do not: k-induction needs its first iterations.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i06_second_iteration.c", 1, "reach_error"); }
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
  int x = 0, y = 0, z = 1, i;
  for (i = 0; i < N; i++) {
    __VERIFIER_assert(x == 0);
    x = y;
    y = z;
  }
  return 0;
}
