/* run: --check bounds --check overflow; an operand that may not end comes after the checks of the other one */
extern int __VERIFIER_nondet_int(void); extern void exit(int);
int a[10], b[10];
int spin(int x) { while (x) { } return 1; }
int quit(void) { exit(0); }
int two(int x, int y) { return x; }
int main(void) { int i = __VERIFIER_nondet_int(), r = 0;
if (i < 0 || i > 8) return 0; r = a[i] + spin(i);
return 0; }
