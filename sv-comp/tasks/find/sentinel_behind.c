// The key stands behind the last element.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sentinel_behind.c", 6, "reach_error"); }
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

int a[N + 1];

int main(void) {
  int i, key = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  a[N] = key;
  i = 0;
  while (a[i] != key)
    i++;
  __VERIFIER_assert(i <= N);
  return 0;
}
