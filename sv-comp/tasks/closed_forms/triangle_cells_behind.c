// Each round increments the cells from its own on.
// SIZES: 1 2 3 4

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "triangle_cells_behind.c", 10, "reach_error"); }
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
  int *a = malloc(n * sizeof(int));
  if (!a)
    return 0;
  for (int j = 0; j < n; j++)
    a[j] = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[j] = a[j] + 1;
  for (int j = 0; j < n; j++)
    __VERIFIER_assert(a[j] == j + 1);
  free(a);
  return 0;
}
