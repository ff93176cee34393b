// What is negated in place cancels.
// SIZES: 1 2

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "cancel_negated_in_place.c", 10, "reach_error"); }
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
#define N 10000000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int *a = malloc(n * sizeof(int));
  if (!a)
    return 0;
  long long s = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++)
    s = s + a[i];
  for (int i = 0; i < n; i++)
    a[i] = -a[i];
  for (int i = 0; i < n; i++)
    s = s + a[i];
  __VERIFIER_assert(s == 0);
  free(a);
  return 0;
}
