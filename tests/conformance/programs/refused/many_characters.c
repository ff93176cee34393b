/* What a constant of two characters is worth is the compiler's choice. */
extern void __VERIFIER_assert(int);
int main(void) { int many = 'ab'; __VERIFIER_assert(many == 24930); return 0; }
