// Differences are kept in sixteen bits.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sixteen_bit_difference.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned int a[N], b[N];

int main(void) {
  unsigned short difference = 0;
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_uint();
    b[i] = __VERIFIER_nondet_uint();
  }
  for (i = 0; i < N && difference == 0; i++)
    difference = (unsigned short)(a[i] - b[i]);
  if (difference != 0)
    return 0;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == b[i]);
  return 0;
}
