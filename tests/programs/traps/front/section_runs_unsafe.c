// VERDICT: unsafe. The loader calls the functions that a section lists before main.
extern void __VERIFIER_assert(int);
static int x;
static void begin(void) { x = 1; }
__attribute__((section(".init_array"), used)) static void (*list)(void) = begin;
int main(void) { __VERIFIER_assert(x == 0); }
