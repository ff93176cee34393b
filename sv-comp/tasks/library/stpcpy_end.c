// The copy of a text returns where it ends.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *my_stpcpy(char *restrict d, const char *restrict s) {
  for (; (*d = *s); d++, s++)
    ;
  return d;
}

char name[N + 1], path[2 * N + 2];

int main(void) {
  for (int i = 0; i < N; i++)
    name[i] = __VERIFIER_nondet_char();
  name[N] = '\0';
  char *end = my_stpcpy(path, name);
  __VERIFIER_assert(*end == '\0');
  for (ptrdiff_t i = 0; i < end - path; i++)
    __VERIFIER_assert(path[i] == name[i] && path[i] != '\0');
  return 0;
}
