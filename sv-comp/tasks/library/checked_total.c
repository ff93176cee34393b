// A sum that stops before it would overflow.

#include <limits.h>
#include <stdbool.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

static bool add(int *total, int part) {
  int sum;
  if (__builtin_add_overflow(*total, part, &sum))
    return false;
  *total = sum;
  return true;
}

int parts[N];

int main(void) {
  int total = 0;
  for (int i = 0; i < N; i++) {
    parts[i] = __VERIFIER_nondet_int();
    if (parts[i] < 0)
      return 0;
  }
  for (int i = 0; i < N; i++)
    if (!add(&total, parts[i]))
      break;
  __VERIFIER_assert(total >= 0);
  return 0;
}
