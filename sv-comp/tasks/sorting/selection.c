// Sorting by selection of the smallest rest.
// SIZES: 1 2 3

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 10000
#endif

unsigned char a[N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_uchar();
  for (i = 0; i < N - 1; i++) {
    int least = i;
    unsigned char t;
    for (j = i + 1; j < N; j++)
      if (a[j] < a[least])
        least = j;
    t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
  for (i = 1; i < N; i++)
    __VERIFIER_assert(a[i - 1] <= a[i]);
  return 0;
}
