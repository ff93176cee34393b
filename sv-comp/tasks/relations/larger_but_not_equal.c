// Where two arrays differ, the larger cell is kept.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N], c[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < N; i++) {
    if (a[i] > b[i])
      c[i] = a[i];
    else if (a[i] < b[i])
      c[i] = b[i];
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(c[i] >= a[i] && c[i] >= b[i] && (c[i] == a[i] || c[i] == b[i]));
  return 0;
}
