// Positive and negative ones alternate; the loop tests at its foot.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

int main(void) {
  int sign[N];
  int i = 0, s = 1;
  do {
    sign[i] = s;
    s = -s;
    i++;
  } while (i < N);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(sign[i] == (i % 2 == 0 ? 1 : -1));
  return 0;
}
