// A number and its cube leave the same remainder.

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
  long long *a = malloc(n * sizeof(long long));
  if (!a)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = (long long)i * i * i - i;
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] % 3 == 0 && (a[i] % 9 == 0 || i % 3 == 2) && a[i] != 60);
  free(a);
  return 0;
}
