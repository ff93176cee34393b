// VERDICT: unsafe. Each round of a loop allocates another object.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
void *malloc(unsigned long);
int main(void) { int *first = 0, *last = 0; for (int i = 0; i < 2; i++) { int *p = malloc(sizeof *p); *p = i; if (i == 0) first = p; last = p; }
 __VERIFIER_assert(*first == *last); return 0; }
