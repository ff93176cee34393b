/* Padding and order of members show. */
extern void __VERIFIER_assert(int);
struct s { char a; int b; } s;
int main(void) { s.b = 7; char *p = (char *)&s; __VERIFIER_assert(p[4] == 7); return 0; }
