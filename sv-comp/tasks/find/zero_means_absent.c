// The function returns the position of the key.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "zero_means_absent.c", 6, "reach_error"); }
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

int find(int key) {
  int i;
  for (i = 0; i < N; i++) {
    if (a[i] == key)
      return i;
  }
  return 0;
}

int main(void) {
  int i, key = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  if (find(key) == 0) {
    for (i = 0; i < N; i++)
      __VERIFIER_assert(a[i] != key);
  }
  return 0;
}
