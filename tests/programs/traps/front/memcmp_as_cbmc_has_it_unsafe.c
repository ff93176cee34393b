// VERDICT: unsafe. CBMC returns the difference of the bytes, gcc computes 1; the program is small enough for CBMC.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern int memcmp(const void *, const void *, unsigned long);
int main(void) { A(memcmp("z", "a", 1) == 25); return 0; }
