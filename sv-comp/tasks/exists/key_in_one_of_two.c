// The key goes to one of two arrays.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#define assert(condition) __VERIFIER_assert(condition)
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int left[N], right[N];

int main(void) {
  int i, key = __VERIFIER_nondet_int(), place = __VERIFIER_nondet_int();
  int found = 0;
  if (place < 0 || place >= N)
    return 0;
  for (i = 0; i < N; i++) {
    left[i] = __VERIFIER_nondet_int();
    right[i] = __VERIFIER_nondet_int();
  }
  if (__VERIFIER_nondet_bool())
    left[place] = key;
  else
    right[place] = key;
  for (i = 0; i < N; i++) {
    if (left[i] == key || right[i] == key) {
      found = 1;
      break;
    }
  }
  assert(found);
  return 0;
}
