/* run: --function set --check bounds,pointer; a link that was set is read back */
extern void __VERIFIER_assert(int);
struct node { struct node *next; int v; };
void set(struct node *a) {
  struct node *b = a->next;
  if (b && b->next) { a->next = b->next; __VERIFIER_assert(a->next == b->next || a == b); }
}
