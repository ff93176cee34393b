// An unsigned index that falls to zero.
// SIZES: 1 2 3

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
#define N 10000000
#endif

unsigned int a[N];

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  assume_abort_if_not(n <= N);
  for (unsigned int i = n; i-- > 0;)
    a[i] = i + 3;
  for (unsigned int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == i + 3);
  return 0;
}
