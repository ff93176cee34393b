/* The next node is looked up in one that is not there any more. */
#ifndef N
#define N 500
#endif
#include <stdlib.h>
struct node { int key; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < N; i++) {
    struct node *p = malloc(sizeof *p);
    if (p == 0)
      break;
    p->key = i;
    p->next = head;
    head = p;
  }
  for (struct node *p = head; p; p = p->next) // pointer=fails
    free(p);
  return 0;
}
