/* run: --check bounds; in the second call, a constant index from before the union would be in bounds */
static int a[4], k;
static void step(void) { a[k] = 1; }
int main(void) { step(); { union { int *p; char *q; } u; u.p = &k; *u.p = 4; } step(); }
