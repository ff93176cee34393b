// The front element goes to the back, the others move up.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, first;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  first = a[0];
  for (i = 0; i + 1 < N; i++)
    a[i] = a[i + 1];
  a[N - 1] = a[0];
  if (a[N - 1] != first)
    reach_error();
  return 0;
}
