// VERDICT: unsafe. A variable in parentheses is no function: both names stand for one object.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int a;
extern int (b) __asm__("a");
int main(void) {
  int s = 0;
  b = 2;
  for (int i = 0; i < 1000; i++) s += a;
  A(s == 0);
  return 0;
}
