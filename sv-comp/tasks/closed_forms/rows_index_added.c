// The inner index is added up in the cell of the outer one.
// SIZES: 1 2 3

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "rows_index_added.c", 10, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  long long *a = malloc(n * sizeof(long long));
  if (!a)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] = a[i] + j;
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(2 * a[i] == (long long)n * (n - 1));
  free(a);
  return 0;
}
