// VERDICT: unsafe. One list has nodes of two allocations, all distinct.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
struct node { int x; struct node *next; };
int main(void) {
  struct node *list = 0, *fresh;
  for (int i = 0; i < 4; i++) {
    if (i % 2) {
      fresh = malloc(sizeof *fresh);
      fresh->x = 1;
    } else {
      fresh = malloc(sizeof *fresh);
      fresh->x = 2;
    }
    fresh->next = list;
    list = fresh;
  }
  __VERIFIER_assert(list->x == list->next->x);
  return 0;
}
