/* run: --function two; VERDICT: unsafe. A pointer that is converted to two types has no known object type: a box has two numbers, a bag one. */
extern void __VERIFIER_assert(int);
struct box { int n, m; };
struct bag { int k; };
void two(void *p) { struct box *b = (struct box *)p; struct bag *g = (struct bag *)p; b->n = 1; g->k = 2; __VERIFIER_assert(b->n == 1); }
