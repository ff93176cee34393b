// A ring is filled from where an input says, and read from there.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "rotate_round_a_ring.c", 6, "reach_error"); }
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

int ring[N], came[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), from = __VERIFIER_nondet_int();
  if (n < 1 || n > N || from < 0 || from >= n)
    return 0;
  for (int i = 0; i < n; i++) {
    came[i] = __VERIFIER_nondet_int();
    ring[(from + i) % n] = came[i];
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(ring[(from + i) % n] == came[i]);
  return 0;
}
