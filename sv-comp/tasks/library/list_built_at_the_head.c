// Every node of a list has a value within the limits.

#include <stdlib.h>

void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < N; i++) {
    int value = __VERIFIER_nondet_int();
    if (value < 0 || value > 100)
      continue;
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
      return 0;
    p->value = value;
    p->next = head;
    head = p;
  }
  for (struct node *p = head; p != NULL; p = p->next)
    __VERIFIER_assert(p->value >= 0 && p->value <= 100);
  return 0;
}
