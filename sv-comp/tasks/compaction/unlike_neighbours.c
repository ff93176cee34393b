// Of equal neighbours only one is kept.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "unlike_neighbours.c", 6, "reach_error"); }
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

int a[N], b[N];

int main(void) {
  int i, kept = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (kept == 0 || b[kept - 1] != a[i])
      b[kept++] = a[i];
  }
  for (i = 0; i + 1 < kept; i++)
    __VERIFIER_assert(b[i] != b[i + 1]);
  return 0;
}
