// The search goes from the back to the front.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, position, x = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  position = N - 1;
  while (position >= 0 && a[position] != x)
    position--;
  for (i = 0; i < N; i++) {
    if (i > position)
      __VERIFIER_assert(a[i] != x);
  }
  return 0;
}
