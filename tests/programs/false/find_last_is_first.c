// VERDICT: unsafe. Without a break the loop reports the last hit, and there may be one before it.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "find_last_is_first.c", 1, "reach_error"); }
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
  int key = __VERIFIER_nondet_int();
  int at = N;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] == key)
      at = i;
  for (int i = 0; i < at; i++)
    __VERIFIER_assert(a[i] != key);
  return 0;
}
