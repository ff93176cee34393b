extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int a[100002], b[100001], c[100000];

int main(void) {
  int i;
  for (i = 0; i < 100002; i++) a[i] = __VERIFIER_nondet_int() & 1023;
  for (i = 0; i < 100001; i++) b[i] = a[i] + a[i + 1];
  for (i = 0; i < 100000; i++) c[i] = b[i + 1] - a[i + 1];
  for (i = 0; i < 100000; i++) __VERIFIER_assert(c[i] == a[i + 2]);
  return 0;
}
