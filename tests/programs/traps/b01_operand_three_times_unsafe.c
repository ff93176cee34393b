// VERDICT: unsafe. a key is put in three times, not twice: it stays.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned a[N], b[N];
int main(void) {
  unsigned key = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    a[i] = b[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    a[i] ^= key ^ 5u;
  for (int i = 0; i < N; i++)
    a[i] = key ^ a[i] ^ key ^ 5u;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == b[i]);
  return 0;
}
