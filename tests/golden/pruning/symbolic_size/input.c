extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i, m;
  if (n < 1 || n > 1000000) abort();
  int a[n], b[n];
  for (i = n - 1; i >= 0; i--) b[i] = a[i];
  m = b[0];
  for (i = 0; i < n; i++) m = b[i] > m ? b[i] : m;
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] <= m);
  return 0;
}
