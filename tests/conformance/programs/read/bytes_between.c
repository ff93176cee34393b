/* A difference of pointers counts in the elements of their own type. */
extern void __VERIFIER_assert(int);
int cells[100];
int main(void) { int *at = cells + 30; __VERIFIER_assert((char *)at - (char *)cells == 120); return 0; }
