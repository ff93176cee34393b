// VERDICT: unsafe. An object passed to a function of another file may be written by every later call of such a function.
extern void __VERIFIER_assert(int);
int other_file(int *);
int main(void) { int x = 1; other_file(&x); x = 2; other_file(0); __VERIFIER_assert(x == 2); return 0; }
