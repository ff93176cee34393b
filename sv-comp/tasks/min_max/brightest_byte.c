// The brightest pixel of a picture.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "brightest_byte.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

unsigned char pixel[N];

int main(void) {
  unsigned char top = 0;
  unsigned int i;
  for (i = 0; i < N; i++)
    pixel[i] = __VERIFIER_nondet_uchar();
  for (i = 0; i < N; i++)
    top = pixel[i] > top ? pixel[i] : top;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(pixel[i] <= top);
  return 0;
}
