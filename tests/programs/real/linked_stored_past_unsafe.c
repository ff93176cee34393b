/* run: --function store; VERDICT: unsafe. A pointer behind the last node is stored as it is, and is not null. */
extern void __VERIFIER_assert(int);
struct node { struct node *next; int v; };
void store(struct node *a) { struct node *b = a->next; if (b) { a->next = b + 1; __VERIFIER_assert(a->next == 0); } }
