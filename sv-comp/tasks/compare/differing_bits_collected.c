// All bits that differ anywhere are collected.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "differing_bits_collected.c", 6, "reach_error"); }
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
  unsigned int bits = 0;
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_uint();
    b[i] = __VERIFIER_nondet_uint();
  }
  for (i = 0; i < N; i++)
    bits |= a[i] ^ b[i];
  if (bits == 0) {
    for (i = 0; i < N; i++)
      __VERIFIER_assert(a[i] == b[i]);
  }
  return 0;
}
