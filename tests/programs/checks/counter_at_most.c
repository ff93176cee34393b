#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void) {
  int s = 0, n = __VERIFIER_nondet_int();
  if (n > N) abort();
  for (int i = 0; i <= n; i++) // overflow=holds
    s = s + 1; // overflow=holds
  return s;
}
