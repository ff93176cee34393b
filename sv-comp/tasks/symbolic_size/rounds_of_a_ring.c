// The number of rounds is an input without any limit.
// SYMBOLIC
// UNWIND: 8

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "rounds_of_a_ring.c", 8, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

int ring[16];

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i;
  unsigned int head = 0;
  for (i = 0; i < n; i++) {
    ring[head] = 1;
    head = (head + 1) % 16;
    __VERIFIER_assert(head < 16);
  }
  return 0;
}
