// VERDICT: unsafe. Only every second input is assumed to be valid.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "assume_every_second.c", 1, "reach_error"); }
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

extern void __VERIFIER_assume(int);
int percent[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    percent[i] = __VERIFIER_nondet_int();
    if (i % 2 == 0)
      __VERIFIER_assume(percent[i] >= 0 && percent[i] <= 100);
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(percent[i] >= 0 && percent[i] <= 100);
  return 0;
}
