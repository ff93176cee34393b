/* run: --check bounds; an index below the array */
extern int t[];
extern int __VERIFIER_nondet_int(void);
int main(void) { int k = __VERIFIER_nondet_int(); if (k > 0) return 0; return t[k]; }
