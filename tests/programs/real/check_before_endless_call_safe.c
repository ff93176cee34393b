/* run: --check bounds --check overflow; an operand that may not end comes after the checks of the other one */
extern int __VERIFIER_nondet_int(void);
int a[10];
int spin(int x) { while (x) { } return 1; }
int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 8) return 0; a[i] += spin(i); return a[i]; }
