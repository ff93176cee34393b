// Two arrays become one, with a place for each element.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "interleave_final_pair.c", 6, "reach_error"); }
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

int a[N], b[N], both[2 * N];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0, j = 0; i < N; i++, j += 2) {
    both[j] = a[i];
    if (j + 2 < 2 * N)
      both[j + 1] = b[i];
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(both[2 * i] == a[i] && both[2 * i + 1] == b[i]);
  return 0;
}
