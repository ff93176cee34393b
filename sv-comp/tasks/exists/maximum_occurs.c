// The largest element is somewhere.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "maximum_occurs.c", 6, "reach_error"); }
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
  int i, max, found = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (i = 0; i < N; i++) {
    if (a[i] > max)
      max = a[i];
  }
  for (i = 0; i < N; i++) {
    if (a[i] == max)
      found = 1;
  }
  __VERIFIER_assert(found);
  return 0;
}
