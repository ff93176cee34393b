/* The label is inside a branch that is never entered from its start. */
extern void __VERIFIER_assert(int);
int ok;
int main(void) { switch (1) { case 0: if (0) { case 1: ok = 1; } } __VERIFIER_assert(ok); return 0; }
