// VERDICT: unsafe. The arguments of printf are evaluated in any order; gcc begins with the last one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
extern int printf(const char *, ...);
int x;
int one(void) { x = 1; return 0; }
int two(void) { x = 2; return 0; }
int main(void) {
  int s = 0;
  printf("%d %d\n", one(), two());
  for (int i = 0; i < 1000; i++) s += x;
  A(s == 2000);
  return 0;
}
