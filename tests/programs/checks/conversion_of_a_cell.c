#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
unsigned char b[N];
int a[N];
int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i & 255;
  for (int i = 0; i < N; i++)
    b[i] = a[i]; // conversion=holds
  int n = __VERIFIER_nondet_int();
  b[3] = n; // conversion=fails
  return 0;
}
