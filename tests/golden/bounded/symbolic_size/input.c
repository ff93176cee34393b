extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void *malloc(unsigned long);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n > 0 && n < 1000);
  _Bool *seen = (_Bool *)malloc(n);
  for (unsigned i = 0; i < n; i++)
    seen[i] = __VERIFIER_nondet_bool();
  if (seen[n - 1])
    reach_error();
  return 0;
}
