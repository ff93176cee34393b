// A zero is planted at an arbitrary place.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "planted_zero.c", 6, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, place = __VERIFIER_nondet_int();
  assume_abort_if_not(0 <= place && place < N);
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  a[place] = 0;
  for (i = 0; i < N; i++) {
    if (a[i] == 0)
      return 0;
  }
  reach_error();
  return 1;
}
