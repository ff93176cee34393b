// Two elements a round, and the size is an input.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

short a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 2);
  assume_abort_if_not(n <= N);
  for (int i = 0; i + 1 < n; i += 2) {
    a[i] = -1;
    a[i + 1] = -1;
  }
  for (int i = 0; i < n; i++) {
    if (a[i] != -1)
      reach_error();
  }
  return 0;
}
