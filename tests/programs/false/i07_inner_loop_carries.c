// VERDICT: unsafe. The inner loop goes on where it was, and the outer one counts too much.
// UNWIND: 9
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i07_inner_loop_carries.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int i, j = 0, total = 0;
  for (i = 0; i < N; i++) {
    for (; j < 2; j++)
      total++;
    total++;
  }
  __VERIFIER_assert(total <= N + 1);
  return 0;
}
