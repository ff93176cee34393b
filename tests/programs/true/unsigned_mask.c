// VERDICT: safe. The low four bits are cleared.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "unsigned_mask.c", 1, "reach_error"); }
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

unsigned int address[N];

int main(void) {
  unsigned int i;
  for (i = 0; i < N; i++)
    address[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < N; i++)
    address[i] &= ~0xFu;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(address[i] % 16 == 0);
  return 0;
}
