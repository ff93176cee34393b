/* run: --check pointer; n = 0: the pointer that moves has no value */
extern int __VERIFIER_nondet_int(void);
int main(void) { int a[10] = {0}, *p, n = __VERIFIER_nondet_int();
  if (n > 5) p = a;
  for (int i = 0; i < 3; i++) p++;
  p += 1; return *p; }
