// Only values that are not negative are taken over.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] < 0) {
      b[i] = 0;
      continue;
    }
    b[i] = a[i];
  }
  for (int i = 0; i < N; i++) {
    __VERIFIER_assert(b[i] >= 0);
    __VERIFIER_assert(a[i] < 0 || b[i] == a[i]);
  }
  return 0;
}
