// VERDICT: safe. find() returns from inside its loop.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "function_find.c", 1, "reach_error"); }
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

static int find(const int *values, int n, int key) {
  for (int i = 0; i < n; i++)
    if (values[i] == key)
      return i;
  return -1;
}

int main(void) {
  int key = __VERIFIER_nondet_int();
  int at;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  at = find(a, N, key);
  __VERIFIER_assert(at >= -1 && at < N);
  if (at >= 0)
    __VERIFIER_assert(a[at] == key);
  return 0;
}
