// VERDICT: unsafe. The counter of one byte wraps at 256, which no integer does.
// SMALL: 300
// UNWIND: 310
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i01_byte_lockstep.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  unsigned char x = 0;
  int y = 0;
  while (y < N) {
    x++;
    y++;
  }
  __VERIFIER_assert(x == y);
  return 0;
}
