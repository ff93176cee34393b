/* lmin: the climbing minimum stays within one of every element passed. Unsafe when three elements climb. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#ifndef N
#define N 10000000
#endif
int a[N];
int main(void) {
  int i, m;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] < -1000 || a[i] > 1000) return 0; }
  m = a[0];
  for (i = 0; i < N; i++) if (m >= a[i] - 1) m = a[i];
  for (i = 0; i < N; i++) __VERIFIER_assert(m <= a[i] + 1);
  return 0;
}
