/* run: --function swap; two links of a node change places */
extern void __VERIFIER_assert(int);
struct node { struct node *left, *right; int v; };
void swap(struct node *t) { struct node *x = t->left; t->left = t->right; t->right = x; __VERIFIER_assert(t->right == x); }
