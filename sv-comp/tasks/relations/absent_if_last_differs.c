// A flag says whether a key is there.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int key = __VERIFIER_nondet_int(), found = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    found = a[i] == key;
  if (!found)
    for (int i = 0; i < N; i++)
      __VERIFIER_assert(a[i] != key);
  return 0;
}
