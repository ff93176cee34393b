#ifndef N
#define N 100000
#endif
extern double __VERIFIER_nondet_double(void);
double a[N];
int main(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int i = 0; i < N; i++)
    s = a[i] - 1.0;
  double x = __VERIFIER_nondet_double();
  if (x == 0)
    s = x * 3.0; // nan=holds
  x = x - x; // nan=fails
  return s > x;
}
