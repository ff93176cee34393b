// A sum that wraps has the low bits of one that does not.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  long long total = 0;
  unsigned wrapped = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    total += a[i];
  for (int i = 0; i < N; i++)
    wrapped += a[i];
  __VERIFIER_assert((unsigned)total == wrapped);
  return 0;
}
