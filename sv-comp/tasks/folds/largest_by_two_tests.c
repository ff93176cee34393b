// The largest of all cells, with and without a branch.

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
  int one = a[0], two = a[0];
  for (int i = 0; i < N; i++)
    if (a[i] > one)
      one = a[i];
  for (int i = 0; i < N; i++)
    two = a[i] >= two ? a[i] : two;
  __VERIFIER_assert(one == two);
  return 0;
}
