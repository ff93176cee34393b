// VERDICT: unsafe. A byte that is written to a pointer is not all of it.
extern void __VERIFIER_assert(int);
int x;
int main(void) {
  int *p = &x;
  *((char *)&p + 7) = 0;
  __VERIFIER_assert(p == 0);
  return 0;
}
