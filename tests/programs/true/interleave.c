// VERDICT: safe. Two arrays are woven into one and read back.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "interleave.c", 1, "reach_error"); }
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

int left[N], right[N], both[2 * N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++) {
    left[i] = __VERIFIER_nondet_int();
    right[i] = __VERIFIER_nondet_int();
  }
  for (i = 0, j = 0; i < N; i++, j += 2) {
    both[j] = left[i];
    both[j + 1] = right[i];
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(both[2 * i] == left[i] && both[2 * i + 1] == right[i]);
  return 0;
}
