// A linear function of every element, and of the sum.

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "cancel_scaled_from_one.c", 9, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int *a = malloc(n * sizeof(int));
  int *b = malloc(n * sizeof(int));
  if (!a || !b)
    return 0;
  int s = 0, t = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_short() / 16;
  for (int i = 0; i < n; i++)
    b[i] = 3 * a[i] + 2;
  for (int i = 0; i < n; i++)
    s += a[i];
  t = 2;
  for (int i = 1; i < n; i++)
    t += b[i];
  __VERIFIER_assert(t == 3 * s + 2 * n);
  free(a);
  free(b);
  return 0;
}
