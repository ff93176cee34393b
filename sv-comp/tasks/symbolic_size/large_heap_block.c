// The size has a limit of its own.
// SYMBOLIC
// UNWIND: 6

#include <stdlib.h>
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "large_heap_block.c", 9, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100000000u)
    return 0;
  char *block = malloc(n);
  if (block == NULL)
    return 0;
  for (unsigned int i = 0; i < n; i++)
    block[i] = 'z';
  for (unsigned int i = 0; i < n; i++)
    __VERIFIER_assert(block[i] == 'z');
  free(block);
  return 0;
}
