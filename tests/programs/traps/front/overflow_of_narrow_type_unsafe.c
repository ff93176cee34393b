// VERDICT: unsafe. An overflow is one of the type that the result is stored in.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int main(void) {
 signed char r; int o = __builtin_add_overflow(__VERIFIER_nondet_int() & 127, 100, &r); __VERIFIER_assert(!o || r > 0); return 0; }
