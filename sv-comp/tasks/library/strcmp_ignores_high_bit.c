// Texts that compare as equal are equal.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

int my_strcmp(const char *l, const char *r) {
  for (; *l == *r && *l; l++, r++)
    ;
  return (*l & 127) - (*r & 127);
}

char left[N + 1], right[N + 1];

int main(void) {
  for (int i = 0; i < N; i++) {
    left[i] = __VERIFIER_nondet_char();
    right[i] = __VERIFIER_nondet_char();
  }
  left[N] = right[N] = '\0';
  if (my_strcmp(left, right) == 0) {
    int i;
    for (i = 0; left[i]; i++)
      __VERIFIER_assert(left[i] == right[i]);
    __VERIFIER_assert(right[i] == '\0');
  }
  return 0;
}
