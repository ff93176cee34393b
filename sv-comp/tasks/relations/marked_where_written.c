// A cell without a mark was never written.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int value[N];
char mark[N];

int main(void) {
  for (int round = 0; round < N; round++) {
    int i = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int();
    if (0 <= i && i < N) {
      value[i] = v;
      mark[i] = 1;
    }
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(mark[i] || value[i] == 0);
  return 0;
}
