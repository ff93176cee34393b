// Cubes without any multiplication.

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
#define N 1000000
#endif

long long a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  long long value = 0, first = 1, second = 6;
  for (int i = 0; i < n; i++) {
    a[i] = value;
    value += first;
    first += second;
    second += 5;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == (long long)i * i * i);
  return 0;
}
