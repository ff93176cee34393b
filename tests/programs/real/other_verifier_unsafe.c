/* run: ; the assertion of another verifier fails for n = 5; its invariant, which does not hold, proves nothing */
void __ESBMC_loop_invariant(_Bool);
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int k = 0, s = 0, n = nondet_int();
  __ESBMC_assume(n > 0 && n < 50);
  __ESBMC_loop_invariant(n != 5);
  while (k < n) { s++; k++; }
  __ESBMC_assert(s != 5, "never five");
}
