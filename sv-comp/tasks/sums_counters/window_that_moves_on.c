// The load of the last rounds.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

#define WIDTH 3

int load[N];

int main(void) {
  int window = 0;
  for (int i = 0; i < N; i++) {
    load[i] = __VERIFIER_nondet_int();
    if (load[i] < 0 || load[i] > 100)
      load[i] = 0;
    window += load[i];
    if (i >= WIDTH)
      window -= load[i - WIDTH];
    __VERIFIER_assert(window >= 0 && window <= 100 * WIDTH);
  }
  return 0;
}
