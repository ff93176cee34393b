// VERDICT: unsafe. Reads through such a pointer may change after a write to an escaped object.
extern void __VERIFIER_assert(int);
extern int *same(int *);
int main(void) {
  int x = 0, *p = same(&x), before = *p;
  x = before + 1;
  __VERIFIER_assert(*p == before);
  return 0;
}
