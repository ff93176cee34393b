// VERDICT: unsafe. The function calls itself through a pointer, deeper than any number of inlined calls.
extern void __VERIFIER_assert(int);
static int depth;
static void (*again)(int);
static void down(int k) { depth++; if (k > 0) again(k - 1); }
int main(void) { again = down; down(100); __VERIFIER_assert(depth < 100); return 0; }
