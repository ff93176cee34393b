/* run: --function same; VERDICT: unsafe. A node may be its own next one, so its value changes through another name. */
extern void __VERIFIER_assert(int);
struct node { struct node *next; int v; };
void same(struct node *a) { struct node *b = a->next; if (!b) return; a->v = 1; b->v = 2; __VERIFIER_assert(a->v == 1); }
