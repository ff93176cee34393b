/* run: --check overflow; i = 2147483647: the sum may be computed before the call that does not return */
extern int __VERIFIER_nondet_int(void); extern void exit(int);
int a[10], b[10];
int spin(int x) { while (x) { } return 1; }
int quit(void) { exit(0); }
int two(int x, int y) { return x; }
int main(void) { int i = __VERIFIER_nondet_int(), r = 0;
a[i + 1] = spin(1);
return 0; }
