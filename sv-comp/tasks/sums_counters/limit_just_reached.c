// The sum of percentages has a limit.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "limit_just_reached.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

unsigned char percent[N];

int main(void) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    percent[i] = __VERIFIER_nondet_uchar();
    if (percent[i] > 100)
      percent[i] = 100;
  }
  for (int i = 0; i < N; i++)
    sum += percent[i];
  __VERIFIER_assert(sum < 100 * N);
  return 0;
}
