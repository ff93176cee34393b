// Nothing is negative once the minimum was taken off, and one element is zero.

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
extern short __VERIFIER_nondet_short(void);
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
  int least = 0, zeros = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++)
    if (a[i] < least)
      least = a[i];
  for (int i = 0; i < n; i++) {
    a[i] = a[i] - least;
    zeros += a[i] == 0;
  }
  __VERIFIER_assert(zeros > 0);
  free(a);
  return 0;
}
