/* Nodes are taken and freed at the head of a list; the last loop frees those that are left. */
#ifndef N
#define N 50
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *next; };
int main(void) {
  struct node *top = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int()) {
      struct node *p = malloc(sizeof *p); // memory-leak=holds
      if (p == 0)
        break;
      p->key = i; // pointer=holds
      p->next = top; // pointer=holds
      top = p;
    } else if (top) {
      struct node *p = top;
      top = p->next; // pointer=holds
      free(p); // pointer=holds
    }
  }
  while (top) {
    struct node *p = top;
    top = p->next; // pointer=holds bounds=holds
    free(p); // pointer=holds
  }
  return 0;
}
