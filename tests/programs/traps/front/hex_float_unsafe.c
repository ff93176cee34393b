// VERDICT: unsafe. A float constant is rounded once.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) { float f = 0x1.000001000000000001p0f; int s = 0; for (int i = 0; i < 1000; i++) s += f > 1; A(s == 0); return 0; }
