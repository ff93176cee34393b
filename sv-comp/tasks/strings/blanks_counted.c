// There are no more blanks than characters.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char line[N];

int main(void) {
  unsigned blanks = 0, length = 0;
  unsigned i;
  for (i = 0; i < N; i++)
    line[i] = __VERIFIER_nondet_char();
  line[N - 1] = 0;
  for (i = 0; line[i]; i++) {
    length++;
    if (line[i] == ' ' || line[i] == '\t')
      blanks++;
  }
  __VERIFIER_assert(blanks <= length && length < N);
  return 0;
}
