// Two positions are inputs and get different marks.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "same_cell_twice.c", 6, "reach_error"); }
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
  int first = __VERIFIER_nondet_int();
  int second = __VERIFIER_nondet_int();
  if (first < 0 || first >= N || second < 0 || second >= N)
    return 0;
  for (int i = 0; i < N; i++)
    a[i] = 0;
  a[first] = 1;
  a[second] = 2;
  for (int i = 0; i < N; i++) {
    if (i == first)
      __VERIFIER_assert(a[i] == 1);
  }
  return 0;
}
