extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int m[100][50];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 50; k++) m[i][k] = i + k;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 50; k++) __VERIFIER_assert(m[i][k] >= i);
  return 0;
}
