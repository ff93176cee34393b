// The first characters of two texts are compared.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

#ifndef N
#define N 100000
#endif

int my_strncmp(const char *_l, const char *_r, size_t n) {
  const unsigned char *l = (void *)_l, *r = (void *)_r;
  if (!n--)
    return 0;
  for (; *l && *r && n && *l == *r; l++, r++, n--)
    ;
  return n ? *l - *r : 0;
}

char left[N + 1], right[N + 1];

int main(void) {
  for (int i = 0; i < N; i++) {
    left[i] = __VERIFIER_nondet_char();
    right[i] = __VERIFIER_nondet_char();
  }
  left[N] = right[N] = '\0';
  size_t n = __VERIFIER_nondet_ulong();
  if (n > N)
    return 0;
  if (my_strncmp(left, right, n) == 0) {
    for (size_t i = 0; i < n && left[i]; i++)
      __VERIFIER_assert(left[i] == right[i]);
  }
  return 0;
}
