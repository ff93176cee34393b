// The total of all sizes grows with every part.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "total_in_long.c", 6, "reach_error"); }
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

unsigned int part[N];

int main(void) {
  unsigned long total = 0;
  int i;
  for (i = 0; i < N; i++)
    part[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < N; i++) {
    unsigned long before = total;
    total += part[i];
    __VERIFIER_assert(total >= before);
  }
  return 0;
}
