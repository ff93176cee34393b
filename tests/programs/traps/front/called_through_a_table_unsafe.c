// VERDICT: unsafe. The third entry is another function than the first two, and only the last round calls it.
extern void __VERIFIER_assert(int);
static int same(int x) { return x; }
static int off(int x) { return x + 1; }
int main(void) {
  int (*table[3])(int) = { same, same, off };
  for (int i = 0; i < 3; i++) __VERIFIER_assert(table[i](i) == i);
  return 0;
}
