/* run: --check bounds; i = 10: the element that is changed may be read before the call that does not return */
extern int __VERIFIER_nondet_int(void);
int a[10];
int spin(int x) { while (x) { } return 1; }
int main(void) { int i = __VERIFIER_nondet_int(); a[i] += spin(1); return 0; }
