// VERDICT: unsafe. `%n` writes to an argument.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
#include <stdio.h>
int main(void) { int x = 0; printf("abc%n", &x); int s = 0; for (int i = 0; i < 1000; i++) s += x; A(s == 0); return 0; }
