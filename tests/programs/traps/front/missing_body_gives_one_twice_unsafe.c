// VERDICT: unsafe. Two pointers that a function without a body gives may be one.
extern void __VERIFIER_assert(int);
extern int *same(int *);
int main(void) {
  int *p = same(0), *q = same(0);
  __VERIFIER_assert(!p || p != q);
  return 0;
}
