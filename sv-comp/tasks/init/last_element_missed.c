// A global table is filled and then read from end to end.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "last_element_missed.c", 6, "reach_error"); }
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

int table[N];

int main(void) {
  int i = 0;
  while (i < N - 1) {
    table[i] = 7;
    i++;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(table[i] == 7);
  return 0;
}
