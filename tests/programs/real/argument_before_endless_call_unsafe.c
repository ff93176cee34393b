/* run: --check bounds; i = 10: the other argument may be read before the call that does not return */
extern int __VERIFIER_nondet_int(void); extern void exit(int);
int a[10], b[10];
int spin(int x) { while (x) { } return 1; }
int quit(void) { exit(0); }
int two(int x, int y) { return x; }
int main(void) { int i = __VERIFIER_nondet_int(), r = 0;
r = two(a[i], spin(1));
return 0; }
