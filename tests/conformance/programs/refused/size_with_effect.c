/* The size of an array parameter is evaluated when the function is entered. */
extern void __VERIFIER_assert(int);
int cells[9];
static void f(int a, int line[a++]) { __VERIFIER_assert(a == 2); }
int main(void) { f(1, cells); return 0; }
