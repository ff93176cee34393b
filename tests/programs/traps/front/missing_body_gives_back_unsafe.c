// VERDICT: unsafe. A function without a body may return its argument.
extern void __VERIFIER_assert(int);
extern int *same(int *);
int x;
int main(void) {
  int *p = same(&x);
  __VERIFIER_assert(p != &x);
  return 0;
}
