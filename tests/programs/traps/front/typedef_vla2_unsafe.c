// VERDICT: unsafe. The size of a type name is that of the moment it was declared.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { if (!(c)) { reach_error(); abort(); } } while (0)
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 2 || n > 1000) return 0;
 int m = n; typedef int T[n]; n = 1; int s = 0; for (int i = 0; i < m; i++) s++;
 A(sizeof(T) == sizeof(int) * n); return 0; }
