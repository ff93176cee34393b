/* run: ; n is compared as an unsigned number, so that all of v is in the range: v[3] = 1 */
extern int __VERIFIER_nondet_int(void);
int v[4];
int main(void) {
  int n = -1;
  v[3] = __VERIFIER_nondet_int();
  __CPROVER_assert(__CPROVER_forall { unsigned j; (j < n && j < 4) ==> v[j] == 0 }, "all zero");
}
