// VERDICT: safe. Every iteration of the outer loop adds the count of the inner loop.
// UNWIND: 8
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i03_nested_counters.c", 1, "reach_error"); }
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
  int i, j, total = 0, rounds = __VERIFIER_nondet_int();
  if (rounds < 0 || rounds > N)
    abort();
  for (i = 0; i < rounds; i++) {
    int count = 0;
    for (j = 0; j < 3; j++) {
      if (__VERIFIER_nondet_int())
        count++;
    }
    __VERIFIER_assert(count <= 3);
    if (count > 2)
      total++;
    __VERIFIER_assert(total <= i + 1);
  }
  __VERIFIER_assert(total <= rounds);
  return 0;
}
