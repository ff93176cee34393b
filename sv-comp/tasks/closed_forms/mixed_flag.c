// A flag that no element clears.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "mixed_flag.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  int all = 1;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < n; i++)
    if (a[i] < 0 || a[i] > 255)
      all = 0;
  __VERIFIER_assert(all);
  return 0;
}
