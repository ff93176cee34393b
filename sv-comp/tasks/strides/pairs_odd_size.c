// Two cells a round.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100001
#endif

unsigned char a[N];

int main(void) {
  unsigned int i;
  for (i = 0; i + 1 < N; i += 2) {
    a[i] = 1;
    a[i + 1] = 1;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == 1);
  return 0;
}
