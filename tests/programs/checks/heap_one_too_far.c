#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > N) abort();
  int *p = malloc(n * sizeof(int));
  for (int i = 0; i <= n; i++)
    p[i] = 0; // bounds=unsafe
  return 0;
}
