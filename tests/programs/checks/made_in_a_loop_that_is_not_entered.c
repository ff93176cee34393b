#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int key, value; };
static struct pair *table[N];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0)
    return 0;
  for (int i = 0; i < n; i++) {
    struct pair *p = malloc(sizeof *p); // memory-leak=holds
    if (p == 0)
      return 1;
    p->key = i; // bounds=holds
    table[i] = p;
  }
  return 0;
}
