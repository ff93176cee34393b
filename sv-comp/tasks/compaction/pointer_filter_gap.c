// A filter with one pointer for reading and one for writing.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int i;
  int *in = a, *out = b, *p;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  while (in < a + N) {
    if (*in > 0) {
      if (*in != 1000)
        *out = *in;
      out++;
    }
    in++;
  }
  for (p = b; p < out; p++)
    __VERIFIER_assert(*p > 0);
  return 0;
}
