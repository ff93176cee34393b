// VERDICT: unsafe. A byte that is seen as a signed one keeps its bits, not its value.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
unsigned char bytes[3] = {200, 1, 2};
int main(void) { signed char *s = (signed char *)bytes; int sum = 0; for (int i = 0; i < 3; i++) sum += s[i];
 __VERIFIER_assert(sum == 203 && __VERIFIER_nondet_int() < 9); return 0; }
