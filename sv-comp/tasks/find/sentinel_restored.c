// The key takes the place of the last element while the search runs.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

static int contains(int key) {
  int last = a[N - 1];
  int i = 0;
  a[N - 1] = key;
  while (a[i] != key)
    i++;
  a[N - 1] = last;
  return i < N - 1 || last == key;
}

int main(void) {
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  if (contains(key))
    return 0;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] != key);
  return 0;
}
