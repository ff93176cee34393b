// Up to the first difference the arrays agree.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int left[N], right[N];

int main(void) {
  int i, k;
  for (i = 0; i < N; i++) {
    left[i] = __VERIFIER_nondet_int();
    right[i] = __VERIFIER_nondet_int();
  }
  k = 0;
  while (k < N && left[k] == right[k])
    k++;
  if (k < N)
    __VERIFIER_assert(left[k] != right[k]);
  for (i = 0; i < k; i++)
    __VERIFIER_assert(left[i] == right[i]);
  return 0;
}
