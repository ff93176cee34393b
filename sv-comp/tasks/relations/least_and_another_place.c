// The smallest cell is where it is said to be.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int least, place = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  least = a[0];
  for (int i = 1; i < N; i++) {
    if (a[i] < least) {
      least = a[i];
      place = i > 1 ? i : 0;
    }
  }
  __VERIFIER_assert(a[place] == least);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(least <= a[i]);
  return 0;
}
