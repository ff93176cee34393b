// VERDICT: safe. Element i holds 2 * i.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "init_even_numbers.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 100000
#endif

int even[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    even[i] = 2 * i;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(even[i] == i + i);
  return 0;
}
