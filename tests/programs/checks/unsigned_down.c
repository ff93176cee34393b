#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int a[N];
int main(void) {
  unsigned i = N;
  while (i > 0)
    a[--i] = 1; // bounds=holds unsigned-overflow=holds
  return 0;
}
