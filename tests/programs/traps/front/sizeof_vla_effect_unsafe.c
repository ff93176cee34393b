// VERDICT: unsafe. The operand of sizeof is evaluated if its size is variable.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) { int n = 3, k = 0; int a[n][n]; int t = sizeof(a[k++]); int s = t - t; for (int i = 0; i < 1000; i++) s += k; A(s == 0); return 0; }
