extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[5];
int main(void) {
  unsigned one = 0, two = 0, i;
  for (i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < 5; i++) one = one ^ a[i];
  for (i = 1; i < 5; i++) two = two ^ a[i];
  two = two ^ ~a[0];
  __VERIFIER_assert(one == two);
  return 0;
}
