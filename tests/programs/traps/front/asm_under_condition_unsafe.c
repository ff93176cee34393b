// VERDICT: unsafe. Assembly behind `if (x)` is no symbol of a function.
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int y, x = 1;
int main(void) {
  int s = 0;
  if (x) __asm__("movl $1, %0" : "=m"(y));
  for (int i = 0; i < 1000; i++) s += y;
  A(s == 0);
  return 0;
}
