// The largest element of a long array.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "maximum_without_last.c", 6, "reach_error"); }
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
#define N 1000000
#endif

int a[N];

int main(void) {
  int i, max;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  max = a[0];
  i = 1;
  while (i + 1 < N) {
    if (max < a[i])
      max = a[i];
    i++;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(max >= a[i]);
  return 0;
}
