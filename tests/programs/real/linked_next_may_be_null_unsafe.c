/* run: --function second --check pointer; VERDICT: unsafe. The last node of a list has no next one. */
struct node { struct node *next; int v; };
int second(struct node *a) { while (a->next->v > 0) a = a->next; return a->v; }
