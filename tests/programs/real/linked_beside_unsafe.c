/* run: --function beside --check bounds; a node of a list is one object, not the first of two: VERDICT: not proved */
struct node { struct node *next; int v; };
int beside(struct node *a) { int s = 0; for (struct node *c = a; c; c = c->next) s = c[1].v; return s; }
