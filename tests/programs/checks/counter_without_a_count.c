#ifndef N
#define N 100000
#endif
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long n = __VERIFIER_nondet_ulonglong();
  int s = 0;
  for (unsigned long long i = 0; i < n; i++) {
    s ^= 1 >> (i & 7); // shift=holds
    s ^= 1 >> (i << 3); // shift=fails
  }
  return s;
}
