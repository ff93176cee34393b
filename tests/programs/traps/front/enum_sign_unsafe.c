// VERDICT: unsafe. An enumeration without negative constants is unsigned for gcc.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
enum kind { A, B }; int main(void) { enum kind k = (enum kind)-1; __VERIFIER_assert(k < 0); return 0; }
