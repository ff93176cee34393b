#ifndef N
#define N 300
#endif
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > N) abort();
  double (*m)[n + 1] = calloc(n, sizeof *m);
  for (int i = 0; i < n; i++) {
    m[i][n] = 1.0; // bounds=holds
    m[i][i] = 2.0; // bounds=holds
  }
  double last = m[n - 1][n]; // bounds=holds
  free(m);
  return last > 1.0;
}
