// Only a prefix of the array is in use; behind it all stays zero.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, used = __VERIFIER_nondet_int();
  assume_abort_if_not(used >= 0 && used <= N);
  for (i = 0; i < used; i++)
    a[i] = i + 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(i < used ? a[i] > 0 : a[i] == 0);
  return 0;
}
