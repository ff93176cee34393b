// The mean of equal numbers.
// SIZES: 1 2

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
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
  if (!a)
    return 0;
  int sum = 0, mean;
  for (int i = 0; i < n; i++)
    a[i] = 2;
  for (int i = 0; i < n; i++)
    sum += a[i];
  mean = sum / n;
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == mean);
  free(a);
  return 0;
}
