// Three loops that fuse; every array is one cell a column.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define N 100000
int a[N], b[N], c[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) b[i] = a[i];
  for (int i = 0; i < N; i++) c[i] = b[i];
  for (int i = 0; i < N; i++) __VERIFIER_assert(c[i] == a[i]);
  return 0;
}
