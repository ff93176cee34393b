#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int a[N];
int main(void) {
  unsigned size = N;
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < size; i++) // conversion=holds
    a[i] = i;
  if (n < size) // conversion=fails
    s = 1;
  return s;
}
