/* run: --function length --check bounds,pointer; a list of any length */
struct node { struct node *next, *child; int v; };
int length(const struct node *a) { unsigned n = 0; for (const struct node *c = a->child; c; c = c->next) n++; return n > 0; }
