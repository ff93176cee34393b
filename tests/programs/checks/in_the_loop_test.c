#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int a[N];
int main(void) {
  int i = 0;
  for (i = 0; i < N; i++) a[i] = 1;
  i = 0;
  while (a[i] != 0 && i < N) // bounds=fails
    i++;
  return 0;
}
