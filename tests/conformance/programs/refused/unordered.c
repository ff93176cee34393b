/* Nobody knows which comes first. */
extern void __VERIFIER_assert(int);
int g;
static int f(void) { return ++g; }
int main(void) { int x = g + f(); __VERIFIER_assert(x < 3); return 0; }
