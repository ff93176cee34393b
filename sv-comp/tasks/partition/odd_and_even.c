// Odd and even numbers are taken apart.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "odd_and_even.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned int odd[N], even[N];

int main(void) {
  unsigned int odds = 0, evens = 0, i;
  for (i = 0; i < N; i++) {
    unsigned int x = __VERIFIER_nondet_uint();
    if (x & 1u)
      odd[odds++] = x;
    else
      even[evens++] = x;
  }
  for (i = 0; i < odds; i++)
    __VERIFIER_assert(odd[i] % 2 == 1);
  for (i = 0; i < evens; i++)
    __VERIFIER_assert(even[i] % 2 == 0);
  return 0;
}
