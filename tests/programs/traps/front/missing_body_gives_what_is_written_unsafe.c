// VERDICT: unsafe. A write through a pointer that a function without a body returns.
extern void __VERIFIER_assert(int);
extern int *same(int *);
int main(void) {
  int x = 0, *p = same(&x);
  *p = 7;
  __VERIFIER_assert(x == 0);
  return 0;
}
