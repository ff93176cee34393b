// Blocks of the heap are copied.
// SIZES: 1 2 3

#include <stdlib.h>
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "heap_copy.c", 8, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n > 0 && n <= N);
  int *a = malloc(n * sizeof(int));
  int *b = malloc(n * sizeof(int));
  if (a == NULL || b == NULL)
    return 1;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == b[i]);
  free(a);
  free(b);
  return 0;
}
