// VERDICT: unsafe. The two members follow each other, so that the end of the first is the start of the second one.
extern void __VERIFIER_assert(int);
struct s { int a[2]; int b[2]; } s;
int main(void) { int *p = s.a + 2, *q = s.b; __VERIFIER_assert(p != q); return 0; }
