// Measurements that fit are stored in half the space.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "narrow_target_in_range.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern long __VERIFIER_nondet_long(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

long wide[N];
short narrow[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    long x = __VERIFIER_nondet_long();
    assume_abort_if_not(-32768L <= x && x <= 32767L);
    wide[i] = x;
  }
  i = 0;
  while (i < N) {
    narrow[i] = (short)wide[i];
    ++i;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(narrow[i] == wide[i]);
  return 0;
}
