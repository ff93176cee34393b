// The length of a text that need not end.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

#ifndef N
#define N 100000
#endif

size_t my_strnlen(const char *s, size_t max) {
  const char *p = s;
  while (max-- > 1 && *p)
    p++;
  return (size_t)(p - s);
}

char field[N];

int main(void) {
  for (size_t i = 0; i < N; i++)
    field[i] = __VERIFIER_nondet_char();
  size_t limit = __VERIFIER_nondet_ulong();
  if (limit > N)
    return 0;
  size_t n = my_strnlen(field, limit);
  __VERIFIER_assert(n <= limit);
  for (size_t i = 0; i < n; i++)
    __VERIFIER_assert(field[i] != '\0');
  if (n < limit)
    __VERIFIER_assert(field[n] == '\0');
  return 0;
}
