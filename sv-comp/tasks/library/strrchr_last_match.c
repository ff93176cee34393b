// The last occurrence of a character, or none.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *last_char(char *s, int c) {
  char *last = NULL;
  do {
    if (*s == (char)c)
      last = s;
  } while (*s++);
  return last;
}

char path[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    path[i] = __VERIFIER_nondet_char();
  path[N] = '\0';
  char *slash = last_char(path, '/');
  if (slash) {
    __VERIFIER_assert(*slash == '/');
    for (char *p = slash + 1; *p; p++)
      __VERIFIER_assert(*p != '/');
  } else {
    for (char *p = path; *p; p++)
      __VERIFIER_assert(*p != '/');
  }
  return 0;
}
