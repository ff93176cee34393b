// VERDICT: unsafe. A pointer that is read as a number is an address.
extern void __VERIFIER_assert(int);
struct held { int *p; };
int x;
int main(void) {
  struct held h = {&x};
  unsigned long *n = (unsigned long *)&h;
  int *q = (int *)*n;
  *q = 5;
  __VERIFIER_assert(x == 0);
  return 0;
}
