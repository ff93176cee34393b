// VERDICT: safe. The amount subtracted from one counter is added to the other.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i09_countdown_feeds.c", 1, "reach_error"); }
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
  int total = __VERIFIER_nondet_int(), from, to = 0;
  if (total < 0 || total > N)
    abort();
  from = total;
  while (from > 0) {
    from--;
    to++;
    if (to == 3)
      continue;
    __VERIFIER_assert(from + to == total);
  }
  __VERIFIER_assert(to == total);
  return 0;
}
