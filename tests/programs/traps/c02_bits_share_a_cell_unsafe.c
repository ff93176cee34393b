// VERDICT: unsafe. four marks are kept in the bits that eight were given, and one sets what another one reads.
// SIZES: 8 9
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned char used[N / 8 + 1];
int main(void) {
  for (unsigned i = 0; i < N; i++)
    if (i % 2 == 1)
      used[i / 8] |= 1 << (i % 8 == 7 ? 6 : i % 8);
  for (unsigned i = 0; i < N; i++)
    __VERIFIER_assert((i % 8 != 6) || ((used[i / 8] >> (i % 8)) & 1) == 0);
  return 0;
}
