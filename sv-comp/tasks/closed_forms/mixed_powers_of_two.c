// The sum of the powers of two, which wraps around.
// SIZES: 1 2

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), power = 1, sum = 0;
  assume_abort_if_not(n <= N);
  for (unsigned int i = 0; i < n; i++) {
    sum += power;
    power *= 2;
  }
  __VERIFIER_assert(sum == power - 1);
  return 0;
}
