// A linear function of every element, and of the sum.
// SIZES: 1 2

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
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
  for (int i = 0; i < n; i++)
    t += b[i];
  __VERIFIER_assert(t == 3 * s + 2 * n);
  free(a);
  free(b);
  return 0;
}
