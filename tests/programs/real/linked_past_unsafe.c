/* run: --function past --check bounds; VERDICT: unsafe. Behind the next node there may be nothing. */
struct node { struct node *next; int v; };
int past(struct node *a) { struct node *b = a->next; if (b) return b[1].v; return 0; }
