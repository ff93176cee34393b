#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int a[N];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < N)
    a[i] = 1; // bounds=holds
  return 0;
}
