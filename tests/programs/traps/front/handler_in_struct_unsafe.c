// VERDICT: unsafe. The library may call a function whose pointer it gets in a struct.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
static int seen;
static void see(int signal) { seen = 1; }
static struct sigaction action = { .sa_handler = see };
int main(void) {
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  A(seen == 0);
  return 0;
}
