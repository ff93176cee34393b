// Every value is counted once.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "signs_counted.c", 6, "reach_error"); }
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
  int i, below = 0, zero = 0, above = 0;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0)
      below++;
    else if (a[i] == 0)
      zero++;
    else
      above++;
  }
  __VERIFIER_assert(below + zero + above == N);
  return 0;
}
