/* Selection sort: afterwards no number is greater than the next one. */
#ifndef N
#define N 6
#endif
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); abort(); } }

int main(void) {
  int a[N];
  for (int i = 0; i < N - 1; i++) {
    int least = i;
    for (int j = i + 1; j < N; j++) {
      if (a[j] < a[least]) least = j;
    }
    int held = a[least];
    a[least] = a[i];
    a[i] = held;
  }
  for (int x = 0; x < N - 1; x++) __VERIFIER_assert(a[x] <= a[x + 1]);
  return 0;
}
