// The smallest element is somewhere.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "minimum_searched_from_one.c", 6, "reach_error"); }
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
  int i, min, found = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  min = a[0];
  for (i = 0; i < N; i++)
    if (a[i] < min)
      min = a[i];
  for (i = 1; i < N && !found; i++)
    found = a[i] == min;
  __VERIFIER_assert(found);
  return 0;
}
