/* run: --check bounds; i = 10: the other argument may be read before the call that does not return */
extern int __VERIFIER_nondet_int(void);
int a[10];
int spin(int x) { while (x) { } return 1; }
int first(int x, int y) { return x; }
int main(void) { int i = __VERIFIER_nondet_int(); return first(a[i], spin(1)); }
