// The largest value of a window of three.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "window_maximum.c", 6, "reach_error"); }
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

#define WINDOW 3
int a[N], top[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i + WINDOW <= N; i++) {
    top[i] = a[i];
    for (int k = 1; k < WINDOW - 1; k++) {
      if (a[i + k] > top[i])
        top[i] = a[i + k];
    }
  }
  for (int i = 0; i + WINDOW <= N; i++) {
    for (int k = 0; k < WINDOW; k++)
      __VERIFIER_assert(a[i + k] <= top[i]);
  }
  return 0;
}
