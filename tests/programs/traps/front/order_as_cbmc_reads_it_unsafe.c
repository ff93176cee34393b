// VERDICT: unsafe. CBMC evaluates the first argument first, gcc the last one; the program is small enough for CBMC.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int x;
int one(void) { x = 1; return 0; }
int two(void) { x = 2; return 0; }
int both(int a, int b) { return a + b; }
int main(void) { both(one(), two()); A(x == 2); return 0; }
