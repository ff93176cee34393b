// For every element the smaller ones before it are counted.
// SIZES: 1 2 3 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "smaller_before.c", 7, "reach_error"); }
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
#define N 1000
#endif

int a[N], smaller[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    int count = 0;
    for (int j = 0; j < i; j++) {
      if (a[j] < a[i])
        count++;
    }
    smaller[i] = count;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(smaller[i] <= i);
  return 0;
}
