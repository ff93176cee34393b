// Measurements are stored in half the space.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "narrow_target.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int wide[N];
short narrow[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    wide[i] = __VERIFIER_nondet_int();
    assume_abort_if_not(wide[i] >= 0 && wide[i] <= 32768);
  }
  for (i = 0; i < N; i++)
    narrow[i] = (short)wide[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(narrow[i] == wide[i]);
  return 0;
}
