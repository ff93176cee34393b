// The step is an input.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "input_step_expected_even.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int step = __VERIFIER_nondet_int();
  assume_abort_if_not(step == 1 || step == 2 || step == 3);
  for (int i = 0; i < N; i += step)
    a[i] = 1;
  for (int i = 0; i < N; i += 2)
    __VERIFIER_assert(a[i] == 1);
  return 0;
}
