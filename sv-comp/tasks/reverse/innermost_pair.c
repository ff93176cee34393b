// Half of the positions are swapped with their mirror image.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "innermost_pair.c", 6, "reach_error"); }
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

int a[N], old[N];

int main(void) {
  for (int i = 0; i < N; i++)
    old[i] = a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N / 2 - 1; i++) {
    int t = a[i];
    a[i] = a[N - 1 - i];
    a[N - 1 - i] = t;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == old[N - 1 - i]);
  return 0;
}
