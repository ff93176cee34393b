// Sorting by selection of the smallest rest.
// SIZES: 1 2 3

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 10000
#endif

int a[N];

static int least_from(int start) {
  int least = start;
  for (int j = start + 1; j < N - 1; j++) {
    if (a[j] < a[least])
      least = j;
  }
  return least;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N - 1; i++) {
    int k = least_from(i);
    int t = a[i];
    a[i] = a[k];
    a[k] = t;
  }
  for (int i = 1; i < N; i++)
    __VERIFIER_assert(a[i - 1] <= a[i]);
  return 0;
}
