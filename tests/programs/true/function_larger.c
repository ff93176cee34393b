// VERDICT: safe. The element-wise maximum through a helper.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "function_larger.c", 1, "reach_error"); }
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

int a[N], b[N], c[N];

static int larger(int x, int y) { return x > y ? x : y; }

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (i = 0; i < N; i++)
    c[i] = larger(a[i], b[i]);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(c[i] >= a[i] && c[i] >= b[i]);
  return 0;
}
