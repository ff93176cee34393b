/* run: ; the quantifier of an assertion is a loop */
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __CPROVER_assume(n > 0 && n <= 20);
  int v[n];
  for (unsigned k = 0; k < n; k++) v[k] = __VERIFIER_nondet_int();
  int best = v[0];
  for (unsigned k = 1; k < n; k++) if (v[k] > best) best = v[k];
  __CPROVER_assert(__CPROVER_forall { unsigned j; (j < n) ==> best >= v[j] }, "all below (");
}
