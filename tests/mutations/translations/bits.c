extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[6];
int main(void) {
  unsigned all = ~0u, any = 0, odd = 0, low = ~0u, i;
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < 6; i++) { all = all & a[i]; any = any | a[i]; }
  for (i = 1; i < 6; i++) low = low & a[i];
  low = low & a[0];
  __VERIFIER_assert(all == any && low == all);
  return 0;
}
