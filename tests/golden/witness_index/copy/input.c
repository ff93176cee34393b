extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int a[1000], b[1001];
int main(void) {
  for (int i = 0; i < 1001; i++) b[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) a[i] = b[i + 1];
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == b[i + 1]);
  return 0;
}
