#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int a[N];
int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i; // bounds=holds
  return 0;
}
