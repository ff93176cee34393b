// The cells of a triangle are counted.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 1000
#endif

int main(void) {
  int count = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      count++;
  }
  __VERIFIER_assert(count == N * (N + 1) / 2);
  return 0;
}
