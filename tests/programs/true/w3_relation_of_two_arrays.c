// VERDICT: safe. Two arrays of one size keep a relation at each index through two loops.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "w3_relation_of_two_arrays.c", 1, "reach_error"); }
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
#define N 100000
#endif

int low[N], high[N];

int main(void) {
  int i, gap = __VERIFIER_nondet_int();
  if (gap < 1 || gap > 50)
    return 0;
  for (i = 0; i < N; i++) {
    int input = __VERIFIER_nondet_int();
    low[i] = input < 0 ? 0 : input > 1000 ? 1000 : input;
  }
  for (i = N - 1; i >= 0; i--)
    high[i] = low[i] + gap;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(low[i] < high[i] && high[i] <= 1050);
  return 0;
}
