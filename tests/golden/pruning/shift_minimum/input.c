extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int a[100000];

int main(void) {
  int i, before, after_shift;
  for (i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
  before = a[0];
  for (i = 1; i < 100000; i++) if (a[i] < before) before = a[i];
  after_shift = a[0];
  for (i = 1; i < 100000; i++) a[i - 1] = a[i];
  for (i = 0; i < 99999; i++) if (a[i] < after_shift) after_shift = a[i];
  __VERIFIER_assert(before == after_shift);
  return 0;
}
