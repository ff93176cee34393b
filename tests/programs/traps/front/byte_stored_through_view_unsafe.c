// VERDICT: unsafe. A byte stored through a pointer to unsigned characters is read back as a signed one.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
char text[3];
int main(void) { unsigned char *u = (unsigned char *)text; int x = (u[1] = 255); __VERIFIER_assert(x == text[1]); return 0; }
