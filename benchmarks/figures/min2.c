/* min2: the minimum is attained by some element; an existential property. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#ifndef N
#define N 10000000
#endif
int a[N];
int main(void) {
  int i, m, found = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  m = a[0];
  for (i = 1; i < N; i++) if (a[i] < m) m = a[i];
  for (i = 0; i < N; i++) if (a[i] == m) found = 1;
  __VERIFIER_assert(found);
  return 0;
}
