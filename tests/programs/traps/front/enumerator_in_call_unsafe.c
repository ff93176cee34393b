// VERDICT: unsafe. An enumerator of a struct in a function counts in each of its calls.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
enum { SIZE = 1 };
int width(void) { struct S { enum { SIZE = 5 } e; } s; s.e = SIZE; return s.e + SIZE; }
int main(void) { int s = width(); for (int i = 0; i < 1000; i++) s += 0; s += width(); A(s != 20); return 0; }
