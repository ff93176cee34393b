// A text is copied up to its terminator, which is copied too.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char source[N], target[N];

int main(void) {
  for (int i = 0; i < N - 1; i++)
    source[i] = __VERIFIER_nondet_char();
  source[N - 1] = 0;
  char *d = target;
  const char *s = source;
  while ((*d++ = *s++) != 0)
    ;
  int i = 0;
  while (source[i] != 0) {
    __VERIFIER_assert(target[i] == source[i]);
    i++;
  }
  __VERIFIER_assert(target[i] == 0);
  return 0;
}
