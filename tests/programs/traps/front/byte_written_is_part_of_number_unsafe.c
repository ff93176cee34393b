// VERDICT: unsafe. A write to a byte changes the number that contains it, not the number of the same index.
extern void __VERIFIER_assert(int);
int a[10];
int main(void) {
  unsigned char *p = (unsigned char *)a;
  p[5] = 1;
  for (int i = 0; i < 10; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
