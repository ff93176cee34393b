// VERDICT: unsafe. An array is a pointer in a choice behind a comma.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
char a[100];
int main(void) { int k = 0, s = 0; for (int i = 0; i < 1000; i++) s += sizeof(k ? a : (k, a)); A(s == 100000); return 0; }
