// Zeros, ones and twos are brought into order.
// SIZES: 1 2 3 4

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

unsigned char a[N];

int main(void) {
  int low = 0, mid = 0, high = N - 1;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    if (a[i] > 2)
      return 0;
  }
  while (mid <= high) {
    unsigned char t = a[mid];
    switch (t) {
    case 0:
      a[mid] = a[low];
      a[low] = t;
      low++;
      mid++;
      break;
    case 1:
      mid++;
      break;
    default:
      a[mid] = a[high];
      a[high] = t;
      high--;
      mid++;
      break;
    }
  }
  for (int i = 1; i < N; i++)
    __VERIFIER_assert(a[i - 1] <= a[i]);
  return 0;
}
