// The total of all sizes grows with every part.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "total_in_long_on_64_bits.c", 6, "reach_error"); }
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

unsigned int size[N];

static unsigned long add(unsigned long total, unsigned int part) {
  return total + part;
}

int main(void) {
  unsigned long total = 0;
  for (int i = 0; i < N; i++)
    size[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < N; i++) {
    unsigned long next = add(total, size[i]);
    __VERIFIER_assert(next >= total);
    total = next;
  }
  return 0;
}
