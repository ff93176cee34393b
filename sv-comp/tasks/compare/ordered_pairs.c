// Where no pair is out of order, the larger of a pair is the second.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "ordered_pairs.c", 6, "reach_error"); }
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

int low[N], high[N], larger[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    low[i] = __VERIFIER_nondet_int();
    high[i] = __VERIFIER_nondet_int();
    if (low[i] > high[i])
      return 0;
  }
  for (i = 0; i < N; i++)
    larger[i] = low[i] > high[i] ? low[i] : high[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(larger[i] == high[i]);
  return 0;
}
