// Original and copy have the same maximum.
// SIZES: 1 2 3

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
void reach_error() { /* reaching this is the error */ }
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
  int *b = malloc(n * sizeof(int));
  if (!a || !b)
    return 0;
  int largest = 0, copied = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] > largest)
      largest = a[i];
  for (int i = 0; i < n; i++)
    copied = b[i] > copied ? b[i] : copied;
  __VERIFIER_assert(largest == copied);
  free(a);
  free(b);
  return 0;
}
