// VERDICT: safe. Brightening pixels with saturation never darkens one.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "bytes_saturate.c", 1, "reach_error"); }
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

unsigned char image[N], brighter[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    image[i] = __VERIFIER_nondet_uchar();
  for (i = 0; i < N; i++) {
    int sum = image[i] + 40;
    brighter[i] = sum > 255 ? 255 : (unsigned char)sum;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(brighter[i] >= image[i]);
  return 0;
}
