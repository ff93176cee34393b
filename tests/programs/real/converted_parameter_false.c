/* run: --function check; VERDICT: unsafe. The number in the object is any. */
extern void __VERIFIER_assert(int);
struct box { int n; };
void check(void *user) { struct box *b = user; __VERIFIER_assert(b->n != 7); }
