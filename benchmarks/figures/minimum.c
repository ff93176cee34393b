/* The running example (P-shrink, Fig. 1): a minimum with an off-by-one guard. 2-shrinkable, not 1-shrinkable.
 * With arbitrary contents the assertion does not hold; the shrink factor is a property of the loop all the same. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#ifndef N
#define N 10000000
#endif
int a[N];
int main(void) {
  int i, m = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) if (m >= a[i] - 1) m = a[i];
  for (i = 0; i < N; i++) __VERIFIER_assert(m <= a[i]);
  return 0;
}
