// A hash is computed by index and by pointer.
// SIZES: 1

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  unsigned h = 0, g = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    h = 31 * h + a[i];
  for (const int *p = a; p != a + N; p++)
    g = 31 * g + *p;
  __VERIFIER_assert(h == g);
  return 0;
}
