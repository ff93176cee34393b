// VERDICT: unsafe. What is read through such a pointer is not the same after a write to an object that code outside knows.
extern void __VERIFIER_assert(int);
extern int *same(int *);
int main(void) {
  int x = 0, *p = same(&x), before = *p;
  x = before + 1;
  __VERIFIER_assert(*p == before);
  return 0;
}
