// Bytes begin again after 255.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "unsigned_bytes.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 10000000
#endif

unsigned char a[N];

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  assume_abort_if_not(n <= N);
  for (unsigned int i = 0; i < n; i++)
    a[i] = (unsigned char)i;
  for (unsigned int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == i % 256);
  return 0;
}
