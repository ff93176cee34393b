// VERDICT: unsafe. The first cell has -1: the fact about cells that is needed does not hold.
extern void abort(void);
void reach_error() { }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
int a[N];

int main(void) {
  int before = -1;
  for (int i = 0; i < N; i++) {
    a[i] = before;
    before = i;
  }
  for (int i = N - 1; i >= 0; i--)
    __VERIFIER_assert(a[i] >= 0);
  return 0;
}
