/* A block is freed before a `return` that not every run reaches; other runs may use it afterwards. */
#ifndef N
#define N 1000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(N * sizeof(int)); // memory-leak=unsafe
  if (p == 0)
    return 1;
  for (int i = 0; i < N; i++) {
    p[i] = __VERIFIER_nondet_int();
    if (p[i] < 0) {
      free(p); // assertion=unsafe
      if (i > 3)
        break;
      return 0;
    }
  }
  p[0] = 2;
  return 0;
}
