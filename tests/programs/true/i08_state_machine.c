// VERDICT: safe. A lock is taken and given back in turns.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i08_state_machine.c", 1, "reach_error"); }
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
  int locked = 0, taken = 0, given = 0, i;
  for (i = 0; i < N; i++) {
    if (locked) {
      locked = 0;
      given++;
    } else if (__VERIFIER_nondet_int()) {
      locked = 1;
      taken++;
    }
  }
  __VERIFIER_assert(taken == given + locked);
  return 0;
}
