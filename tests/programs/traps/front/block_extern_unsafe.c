// VERDICT: unsafe. `extern` in a block means the variable of the file, not the local one that hides it.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int x = 1;
int main(void) { int x = 2; int s = 0; { extern int x; for (int i = 0; i < 1000; i++) s += x; } A(s == 2000); return 0; }
