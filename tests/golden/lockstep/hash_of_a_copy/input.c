extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int a[1000], b[1000];
unsigned hash(const int *p, int n) {
  unsigned h = 5381;
  for (int i = 0; i < n; i++)
    h = 33 * h + p[i];
  return h;
}
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_int();
  unsigned before = hash(a, 1000);
  for (int i = 0; i < 1000; i++)
    b[i] = a[i];
  __VERIFIER_assert(hash(b, 1000) == before);
  return 0;
}
