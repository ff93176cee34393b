/* An input function without a body may write to what its argument points to. */
extern void __VERIFIER_assert(int);
extern int nondet_fill(int *);
int main(void) {
  int x = 0;
  nondet_fill(&x);
  __VERIFIER_assert(x == 0);
}
