// One index goes up, the other goes down.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0, j = N - 1; i < N; i++, j--)
    b[j] = a[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(b[N - 1 - i] == a[i]);
  return 0;
}
