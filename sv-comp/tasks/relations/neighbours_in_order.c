// Where all neighbours are in order, any two elements are.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  int ordered = 1;
  for (int i = 0; i + 1 < N; i++)
    if (a[i] > a[i + 1])
      ordered = 0;
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (ordered && x >= 0 && x <= y && y < N)
    __VERIFIER_assert(a[x] <= a[y]);
  return 0;
}
