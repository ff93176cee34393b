// VERDICT: unsafe. The fourth digit may be 7. Lost if of the copies of an inner loop only the first assertions count.
// UNWIND: 12
extern void abort(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, n;
  unsigned v;
  for (i = 0; i < N; i++) {
    v = __VERIFIER_nondet_ushort();
    n = 0;
    while (v != 0) {
      __VERIFIER_assert(n < 3 || v % 10 != 7);
      v = v / 10;
      n++;
    }
  }
  return 0;
}
