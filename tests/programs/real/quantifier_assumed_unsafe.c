/* run: ; the last element is not assumed: a[8] = 1 */
extern int __VERIFIER_nondet_int(void);
int a[9];
int main(void) {
  for (int k = 0; k < 9; k++) a[k] = __VERIFIER_nondet_int();
  if (1) __CPROVER_assume(__CPROVER_forall { unsigned k; (k < 8) ==> a[k] == 0 }); else return 0;
  __CPROVER_assert(a[7] == 0, "assumed");
  __CPROVER_assert(a[8] == 0, "not assumed");
}
