// The bounds of the scalars are known although the iterations of the loop cannot be counted.
#ifndef N
#define N 100000
#endif
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long n = __VERIFIER_nondet_ulonglong();
  int a[16], k = 0, m = 0;
  for (unsigned long long i = 0; i < n; i++) {
    if (k < 15)
      k++;
    if (m < 16)
      m++;
    a[k] = 1; // bounds=holds
    a[m] = 2; // bounds=fails
  }
  return 0;
}
