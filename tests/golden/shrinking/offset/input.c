// The second loop reads ahead: it is shifted by one column.
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define N 100000
int a[N], b[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = i;
  for (int i = 0; i < N - 1; i++) b[i] = a[i + 1];
  for (int i = 0; i < N - 1; i++) __VERIFIER_assert(b[i] == i + 1);
  return 0;
}
