// Alarms are counted in three bits.
// SIZES: 1 3 7 8 9

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern _Bool __VERIFIER_nondet_bool(void);

#ifndef N
#define N 100000
#endif

_Bool raised[N];

int main(void) {
  struct {
    unsigned count : 3;
  } state = {0};
  int i, any = 0;
  for (i = 0; i < N; i++)
    raised[i] = __VERIFIER_nondet_bool();
  for (i = 0; i < N; i++) {
    if (raised[i]) {
      state.count++;
      any = 1;
    }
  }
  __VERIFIER_assert(!any || state.count > 0);
  return 0;
}
