/* All nodes are freed but for the last one. */
#ifndef N
#define N 50
#endif
#include <stdlib.h>
struct node { int key; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < N; i++) {
    struct node *p = malloc(sizeof *p); // memory-leak=fails
    if (p == 0)
      break;
    p->key = i;
    p->next = head;
    head = p;
  }
  while (head && head->next) {
    struct node *p = head;
    head = p->next;
    free(p);
  }
  return 0;
}
