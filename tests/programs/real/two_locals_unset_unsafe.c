/* run: --check uninitialised; a cell of one table is read before it is set */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int one[2], two[2]; one[0] = 1; one[1] = 2; two[0] = 3;
  int *p = __VERIFIER_nondet_int() ? one : two; if (p[1] > 5) return 1; return p[0];
}
