/* The strided loop (P-shrink, Fig. 5): two accelerable variables, i and q = 4*i, in one loop. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#ifndef N
#define N 10000000
#endif
int a[4 * N + 4], b[N];
int main(void) {
  int i, q = 0, m = 1000;
  for (i = 0; i < N; i++) {
    b[i] = a[q];
    if (b[i] < m) m = b[i];
    q = q + 4;
  }
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == a[4 * i] && m <= b[i]);
  return 0;
}
