// VERDICT: unsafe. A text that a designator puts over another one ends in zeros, up to the end of its array.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  int s = 0;
  char t[2][4] = {"abc", [0] = "x"};
  for (int i = 0; i < 1000; i++) s += t[0][2];
  A(s != 0);
  return 0;
}
