// The place of the smallest element is kept as well.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, place = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 1; i < N; i++)
    if (a[i] < a[place])
      place = i;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[place] <= a[i]);
  return 0;
}
