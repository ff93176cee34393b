/* run: --check pointer; a loop that moves a pointer keeps that it has a value */
extern int __VERIFIER_nondet_int(void);
int main(void) { int a[10], *q, n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 10) return 0;
  for (int i = 0; i < 10; i++) a[i] = i;
  if (n > 3) { for (q = a; q < a + n; q++) s += *q > 3; }
  return s; }
