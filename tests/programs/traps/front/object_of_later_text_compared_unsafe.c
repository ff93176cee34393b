// VERDICT: unsafe. What a pointer is given further down in a loop counts where it is compared further up.
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
