// VERDICT: unsafe. twice a number of 32 bits comes to a pair whose number it is not.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
unsigned char a[2 * N + 8];
int main(void) {
  for (int i = 0; i < N; i++) {
    a[2 * i] = 1;
    a[2 * i + 1] = 2;
  }
  unsigned x = __VERIFIER_nondet_int();
  if (x < 0x80000000u || x >= 0x80000000u + N)
    return 0;
  a[2 * x] = 3;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[2 * i] == 1);
  return 0;
}
