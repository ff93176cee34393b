/* run: --function set; VERDICT: unsafe. If a node is its own next one, the link that was read is another one afterwards. */
extern void __VERIFIER_assert(int);
struct node { struct node *next; int v; };
void set(struct node *a) {
  struct node *b = a->next;
  if (b) { a->next = 0; __VERIFIER_assert(b->next == 0 || b != a); b->v = 1; __VERIFIER_assert(a != b); }
}
