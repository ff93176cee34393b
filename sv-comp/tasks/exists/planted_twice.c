// Two marks are planted at arbitrary places.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "planted_twice.c", 6, "reach_error"); }
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
  int i, seen = 0, first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  if (first < 0 || first >= N)
    return 0;
  if (second < 0 || second >= N)
    return 0;
  for (i = 0; i < N; i++)
    a[i] = 5;
  a[first] = 0;
  a[second] = 1;
  for (i = 0; i < N; i++) {
    if (a[i] == 0)
      seen++;
  }
  __VERIFIER_assert(seen == 1);
  return 0;
}
