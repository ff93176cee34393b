/* Some objects that a loop allocates are freed; their use afterwards is refuted. */
#ifndef N
#define N 50
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int key, value; };
int main(void) {
  for (int i = 0; i < N; i++) {
    struct pair *p = 0;
    if (__VERIFIER_nondet_int() > 0) {
      p = malloc(sizeof *p); // memory-leak=holds
      if (p == 0)
        return 1;
      free(p); // pointer=holds
    }
    if (p != 0)
      p->key = i; // pointer=fails
  }
  return 0;
}
