// VERDICT: safe. The array is cut at an arbitrary place and both parts are filled differently.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "symbolic_middle.c", 1, "reach_error"); }
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

int a[N];

int main(void) {
  int i, cut = __VERIFIER_nondet_int();
  if (cut < 0 || cut > N)
    return 0;
  for (i = 0; i < cut; i++)
    a[i] = -1;
  for (i = cut; i < N; i++)
    a[i] = 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(i < cut ? a[i] < 0 : a[i] > 0);
  return 0;
}
