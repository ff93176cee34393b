// VERDICT: unsafe. The size in the type of a pointer is that of the moment it was declared.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) { int n = 3, s = 0; int (*p)[n]; n = 1; for (int i = 0; i < 1000; i++) s += sizeof *p; A(s == 4000); return 0; }
