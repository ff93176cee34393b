// Values go to one of two arrays by their sign.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "zero_on_neither_side.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], below[N], above[N];

int main(void) {
  int j = 0, k = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] < 0)
      below[j++] = a[i];
    if (a[i] > 0)
      above[k++] = a[i];
  }
  __VERIFIER_assert(j + k == N);
  return 0;
}
