/* Where the queue ran empty, its end is a node that was freed. */
#ifndef N
#define N 50
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *next; };
int main(void) {
  struct node *head = 0, *tail = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int()) {
      struct node *p = malloc(sizeof *p); // memory-leak=fails
      if (p == 0)
        break;
      p->key = i;
      p->next = 0;
      if (tail)
        tail->next = p; // pointer=fails
      else
        head = p;
      tail = p;
    } else if (head) {
      struct node *p = head;
      head = p->next;
      free(p);
    }
  }
  return 0;
}
