/* What one loop adds, another one takes off in reverse order. */
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *a = malloc(n * sizeof(int));
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = n - 1; i >= 0; i--) s -= a[i];
  __VERIFIER_assert(s == 0);
  return 0;
}
