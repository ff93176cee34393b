// VERDICT: unsafe. The text hands x over behind the call that writes it, one round later.
extern void __VERIFIER_assert(int);
int other_file(int *);
int main(void) {
  int x = 1;
  for (int i = 0; i < 2; i++) { x = 1; other_file(0); __VERIFIER_assert(x == 1); other_file(&x); }
  return 0;
}
