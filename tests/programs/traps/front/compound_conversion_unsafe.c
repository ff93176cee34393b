// VERDICT: unsafe. A compound assignment computes in the wider type, and then converts.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
int main(void) { unsigned char c = 200; c += 0.5; unsigned char d = 200; d = (unsigned char)(d * 2); d += d;
 unsigned char e = 255; e /= 256 / 128; __VERIFIER_assert(e != 127 || d != 32); return 0; }
