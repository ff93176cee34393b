/* gcc takes an assignment to a bit-field for one of its width, other compilers for one of the type that is written. */
extern void __VERIFIER_assert(int);
struct bits { unsigned long a : 3; } b;
int main(void) { __VERIFIER_assert(sizeof(b.a += 1) == 1 && sizeof(b.a++) == 1); return 0; }
