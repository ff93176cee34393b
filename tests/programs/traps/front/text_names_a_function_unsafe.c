// VERDICT: unsafe. A call in a string literal is no call.
#include <time.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
int main(void) {
  char text[] = "time(0)";
  time_t now = time(0);
  A(now == text[0] || text[4] != '(');
  return 0;
}
