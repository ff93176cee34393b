// Each cell is in one of three classes.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int less = 0, none = 0, more = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] < 0)
      less++;
    else if (a[i] == 0)
      none++;
    if (a[i] >= 0)
      more++;
  }
  __VERIFIER_assert(less + none + more == N);
  return 0;
}
