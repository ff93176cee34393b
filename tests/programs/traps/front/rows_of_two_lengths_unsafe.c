// VERDICT: unsafe. One of two arrays is shorter than the position that is written to in the longer one.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int shorter[2], longer[8];
int main(void) {
  int n = __VERIFIER_nondet_int(), *p = n > 2 ? shorter : longer;
  for (int i = 0; i < 8 && (p == longer || i < 2); i++)
    p[i] = i;
  __VERIFIER_assert(longer[7] == 0);
  return 0;
}
