// The largest element is looked for, and then looked up.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "maximum_begins_with_zero.c", 6, "reach_error"); }
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
  int max = 0, found = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > max)
      max = a[i];
  }
  for (int i = 0; i < N; i++) {
    if (a[i] == max)
      found = 1;
  }
  __VERIFIER_assert(found);
  return 0;
}
