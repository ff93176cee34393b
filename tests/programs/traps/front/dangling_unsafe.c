// VERDICT: unsafe. Without what it does not need, a printed slice has its `else` at another `if`.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int a[1000], j[1000];
int main(void) {
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), x = 0;
  if (p) if (q) x = 1; else j[0] = 7; else x = 5;
  for (int i = 0; i < 1000; i++) a[i] = x;
  for (int i = 0; i < 1000; i++) j[i] = i;
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] != 5 || p != 0);
}
