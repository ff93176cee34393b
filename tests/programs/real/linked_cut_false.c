/* run: --function cut --check pointer; VERDICT: unsafe. The link was tested and then cut. */
struct node { struct node *next; int v; };
int cut(struct node *a) { if (!a->next) return 0; a->next = 0; return a->next->v; }
