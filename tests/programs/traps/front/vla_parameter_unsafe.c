// VERDICT: unsafe. The size in the type of a parameter is that of the moment of the call.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int size(int n, int (*a)[n]) { n = 1; return sizeof *a; }
int a[2][3];
int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += size(3, a); A(s == 4000); return 0; }
