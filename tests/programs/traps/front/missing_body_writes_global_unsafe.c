// VERDICT: unsafe. Another file has the body, and knows objects of external linkage by their names.
extern void __VERIFIER_assert(int);
int other_file(int *);
int shared;
int main(void) { shared = 1; other_file(0); __VERIFIER_assert(shared == 1); return 0; }
