extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int a[1000], b[1000], c[1000];
int main(void) {
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = a[i] ^ key;
  }
  for (int i = 0; i < 1000; i++)
    c[i] = ~(b[i] ^ ~key);
  for (int i = 0; i < 1000; i++)
    __VERIFIER_assert(c[i] == a[i]);
  return 0;
}
