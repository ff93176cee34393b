// A second array says which elements stay.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

unsigned char keep[N];
int a[N], b[N];

int main(void) {
  int i, j = 0, marked = 0;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    keep[i] = a[i] >= -10 && a[i] <= 10;
  }
  for (i = 0; i < N; i++)
    if (keep[i])
      b[j++] = a[i];
  for (i = 0; i < N; i++)
    marked += keep[i];
  __VERIFIER_assert(j == marked);
  for (i = 0; i < j; i++)
    __VERIFIER_assert(b[i] * b[i] <= 100);
  return 0;
}
