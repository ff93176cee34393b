extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2)
    return 0;
  int x[n], first, before = -1, behind = -1;
  for (int i = 0; i < n; i++)
    x[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    before = before & x[i];
  first = x[0];
  for (int i = 0; i < n - 1; i++)
    x[i] = x[i + 1];
  x[n - 1] = first;
  for (int i = 0; i < n; i++)
    behind &= x[i];
  __VERIFIER_assert(before == behind);
  return 0;
}
