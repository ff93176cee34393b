// A bounded copy fills the rest with zeros.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *my_strncpy(char *d, const char *s, size_t n) {
  size_t i;
  for (i = 0; i < n && s[i]; i++)
    d[i] = s[i];
  for (; i + 1 < n; i++)
    d[i] = 0;
  return d;
}

char name[N + 1], field[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    name[i] = __VERIFIER_nondet_char();
    field[i] = '?';
  }
  name[N] = 0;
  my_strncpy(field, name, N);
  int ended = 0;
  for (int i = 0; i < N; i++) {
    if (name[i] == 0)
      ended = 1;
    if (ended)
      __VERIFIER_assert(field[i] == 0);
    else
      __VERIFIER_assert(field[i] == name[i]);
  }
  return 0;
}
