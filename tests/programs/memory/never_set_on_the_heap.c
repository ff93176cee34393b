/* A pointer that was never set is followed. */
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *n = malloc(sizeof *n);
  if (n == 0)
    return 1;
  n->next->value = 2; // pointer=fails
  return 0;
}
