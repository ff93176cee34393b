// Every element moves one place to the back, the highest index first.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "right_downwards.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef N
#define N 100000
#endif

unsigned short a[N], old[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_ushort();
    old[i] = a[i];
  }
  for (i = N - 1; i > 0; i--)
    a[i] = a[i - 1];
  for (i = 1; i < N; i++)
    __VERIFIER_assert(a[i] == old[i - 1]);
  __VERIFIER_assert(a[0] == old[0]);
  return 0;
}
