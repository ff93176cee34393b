// VERDICT: unsafe. The called function sets the pointer, so later iterations call another function.
extern void __VERIFIER_assert(int);
static int n;
static void (*state)(void);
static void last(void) { n = 5; }
static void first(void) { n = 1; state = last; }
int main(void) {
  state = first;
  for (int i = 0; i < 2; i++) state();
  __VERIFIER_assert(n == 1);
  return 0;
}
