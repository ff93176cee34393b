#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N) return 0;
  int a[n], *p = a;
  for (int i = 0; i <= n; i++)
    *p++ = i; // bounds=fails
  return 0;
}
