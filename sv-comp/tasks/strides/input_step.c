// The step is an input, and the same in both passes.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "input_step.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  unsigned step = __VERIFIER_nondet_uint();
  unsigned i;
  if (step < 1 || step > 4)
    return 0;
  for (i = 0; i < N; i += step)
    a[i] = 5;
  for (i = 0; i < N; i += step)
    __VERIFIER_assert(a[i] == 5);
  return 0;
}
