// A filter with one pointer for reading and one for writing.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "pointer_filter.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

short a[N], b[N];

int main(void) {
  short *out = b;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_short();
  for (const short *in = a; in < a + N; in++) {
    if (*in > 100)
      *out++ = *in;
  }
  for (const short *p = b; p < out; p++)
    __VERIFIER_assert(*p > 100);
  return 0;
}
