// VERDICT: unsafe. A universal character name in a string is a character.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) { char t[] = "\u00e9"; int s = 0; for (int i = 0; i < 1000; i++) s += t[0] == 'u'; A(s == 1000); return 0; }
