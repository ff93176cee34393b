// VERDICT: safe. the inner loop has no iteration, so its assertion is never evaluated; the other one holds.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
int a[N];
int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = 3;
    for (int k = 0; k < 0; k++)
      __VERIFIER_assert(a[k] == 4);
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == 3);
  return 0;
}
