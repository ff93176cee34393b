/* run: ; v[0] is not in the range that the loop before looks at: v[0] = 1 */
extern int __VERIFIER_nondet_int(void);
int v[9];
int main(void) {
  for (int k = 0; k < 9; k++) v[k] = __VERIFIER_nondet_int();
  for (int k = 1; k < 9; k++) if (v[k] > 0) return 0;
  __CPROVER_assert(__CPROVER_forall { int j; (0 <= j && j < 9) ==> v[j] <= 0 }, "no positive one");
}
