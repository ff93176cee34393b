/* Bubble sort: afterwards no number is greater than the next one. */
#ifndef N
#define N 8
#endif
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); abort(); } }

int main(void) {
  int a[N];
  for (int i = 0; i < N - 1; i++) {
    for (int j = 0; j < N - 1 - i; j++) {
      if (a[j] > a[j + 1]) {
        int held = a[j];
        a[j] = a[j + 1];
        a[j + 1] = held;
      }
    }
  }
  for (int x = 0; x < N - 1; x++) __VERIFIER_assert(a[x] <= a[x + 1]);
  return 0;
}
