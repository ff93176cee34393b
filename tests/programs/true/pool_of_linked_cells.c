// VERDICT: safe. Cells are taken from a list of indices, the last one first; the cells that stay in the list are unused.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 10000
#endif
struct cell { int next, used; } pool[N];
int main(void) {
  int i, head = -1;
  for (i = 0; i < N; i++) {
    pool[i].next = head;
    pool[i].used = 0;
    head = i;
  }
  while (head != -1 && __VERIFIER_nondet_int()) {
    pool[head].used = 1;
    head = pool[head].next;
  }
  for (i = 0; i <= head; i++) assert(!pool[i].used);
}
