// VERDICT: unsafe. The size of a parameter is evaluated, with its side effects.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int a[9];
int count(int n, int a[n++]) { return n; }
int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += count(1, a); A(s == 1000); return 0; }
