/* run: --check overflow; i = 2147483647: the sum may be computed before the call that does not return */
extern int __VERIFIER_nondet_int(void);
int a[10];
int spin(int x) { while (x) { } return 1; }
int main(void) { int i = __VERIFIER_nondet_int(); a[i + 1] = spin(1); return 0; }
