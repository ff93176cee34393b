// Two sums that wrap around in the same way.
// SIZES: 1 2

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

unsigned int a[N];

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), s = 0, t = 0;
  assume_abort_if_not(n >= 1 && n <= N);
  for (unsigned int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_uint();
  for (unsigned int i = 0; i < n; i++)
    s += a[i];
  for (unsigned int i = 0; i < n; i++)
    t += 2 * a[i];
  __VERIFIER_assert(t - s == s);
  return 0;
}
