// VERDICT: unsafe. The bounded copy leaves no terminator when the source fills the buffer.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  char from[N + 1], to[N];
  int i;

  for (i = 0; i < N; i++)
    from[i] = __VERIFIER_nondet_char();
  from[N] = '\0';
  for (i = 0; i < N; i++) {
    to[i] = from[i];
    if (from[i] == '\0')
      break;
  }
  for (i = 0; i < N - 1 && to[i] != '\0'; i++)
    ;
  assert(to[i] == '\0');
  return 0;
}
