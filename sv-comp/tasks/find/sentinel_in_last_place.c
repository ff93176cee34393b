// The key takes the place of the last element while the search runs.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sentinel_in_last_place.c", 6, "reach_error"); }
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

static int contains(int key) {
  int last = a[N - 1];
  int i = 0;
  a[N - 1] = key;
  while (a[i] != key)
    i++;
  a[N - 1] = last;
  return i < N - 1;
}

int main(void) {
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  if (!contains(key)) {
    for (int i = 0; i < N; i++)
      __VERIFIER_assert(a[i] != key);
  }
  return 0;
}
