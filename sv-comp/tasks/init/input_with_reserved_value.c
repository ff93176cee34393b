// The fill value is an input.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "input_with_reserved_value.c", 6, "reach_error"); }
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

int a[N];

static void fill(int *block, int count, int value) {
  if (value == 77777)
    value = 0;
  for (int i = 0; i < count; i++)
    block[i] = value;
}

int main(void) {
  int value = __VERIFIER_nondet_int();
  fill(a, N, value);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == value);
  return 0;
}
