// VERDICT: safe. Two arrays exchange their contents element by element.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "swap_arrays.c", 1, "reach_error"); }
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

int a[N], b[N], was_a[N], was_b[N];

int main(void) {
  int i, t;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
    was_a[i] = a[i];
    was_b[i] = b[i];
  }
  for (i = 0; i < N; i++) {
    t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == was_b[i] && b[i] == was_a[i]);
  return 0;
}
