// A pointer runs down while the index goes up.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "into_second_array.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

short a[N], b[N];

void reverse(const short *from, short *end, int count) {
  while (count > 0) {
    *--end = *from++;
    count--;
  }
}

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_short();
  reverse(a, b + N, N);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(b[i] == a[N - 1 - i]);
  return 0;
}
