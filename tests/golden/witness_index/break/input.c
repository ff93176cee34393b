extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void) {
  int i;
  for (i = 0; i < 1000; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] == 0) break;
  }
  __VERIFIER_assert(i == 1000 || a[i] == 0);
  return 0;
}
