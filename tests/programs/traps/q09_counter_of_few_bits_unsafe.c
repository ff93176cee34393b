// VERDICT: unsafe. A run of 256 equal bytes has the length 0. Lost if a counter of few bits is taken not to wrap.
// SIZES: 256
// UNWIND: 258
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1024
#endif
unsigned char data[N];
int main(void) {
  unsigned i = 0;
  unsigned char value, count = 0;
  for (i = 0; i < N; i++) data[i] = __VERIFIER_nondet_uchar() & 1;
  value = data[0];
  i = 0;
  while (i < N && data[i] == value) {
    count++;
    i++;
  }
  __VERIFIER_assert(count > 0);
  return 0;
}
