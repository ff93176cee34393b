/* Partition: numbers that are not negative go to one array, the others to another one. */
#ifndef N
#define N 40
#endif
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); abort(); } }

int main(void) {
  int a[N], upper[N], lower[N];
  int u = 0, l = 0;
  for (int i = 0; i < N; i++) {
    if (a[i] >= 0) {
      upper[u] = a[i];
      u++;
    } else {
      lower[l] = a[i];
      l++;
    }
  }
  for (int x = 0; x < u; x++) __VERIFIER_assert(upper[x] >= 0);
  return 0;
}
