// VERDICT: unsafe. A parameter by the name of a library function is called, and not that function.
#include <time.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
static time_t seven(time_t *at) { return 7; }
static time_t asked(time_t (*time)(time_t *)) { return time(0); }
int main(void) {
  time_t now = asked(seven);
  A(now != 7);
  return 0;
}
