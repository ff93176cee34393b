// Less, equal and greater make up the whole.
// SIZES: 1 2 3

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "count_three_ways.c", 10, "reach_error"); }
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
#define N 10000000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int *a = malloc(n * sizeof(int));
  int *b = malloc(n * sizeof(int));
  if (!a || !b)
    return 0;
  int less = 0, equal = 0, greater = 0;
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < n; i++) {
    if (a[i] < b[i])
      less++;
    else if (a[i] > b[i])
      greater++;
    else
      equal++;
  }
  __VERIFIER_assert(less + equal + greater == n);
  free(a);
  free(b);
  return 0;
}
