// VERDICT: unsafe. An assignment to a pointer later in a loop affects a comparison earlier in the loop.
extern void __VERIFIER_assert(int);
int x;
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    __VERIFIER_assert(p != &x);
    p = &x;
  }
  return 0;
}
