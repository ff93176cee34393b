// VERDICT: unsafe. Unsupported code under a condition must not be left to CBMC alone: it does not know `%n`.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern int printf(const char *, ...);
int x;
int main(void) {
  unsigned c = __VERIFIER_nondet_uint();
  if (c == 890009353u) printf("abc%n\n", &x);
  A(x == 0);
  return 0;
}
