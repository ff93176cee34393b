// VERDICT: unsafe. A number that was an address still is one.
extern void __VERIFIER_assert(int);
int x;
int main(void) {
  unsigned long n = (unsigned long)&x;
  int *p = (int *)n;
  *p = 5;
  __VERIFIER_assert(x == 0);
  return 0;
}
