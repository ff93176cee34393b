#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int a[N];
int main(void) {
  int i = __VERIFIER_nondet_int(), s = 0;
  if (i >= 0 && a[i] == 0 && i < N) // bounds=fails
    s = 1;
  return s;
}
