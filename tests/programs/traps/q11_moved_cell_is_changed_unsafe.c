// VERDICT: unsafe. A moved 7 becomes 0 at its new place. Lost if the tested property of a cell is assumed of its later value.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int data[N];
int main(void) {
  int i, j, key;
  for (i = 0; i < N; i++) data[i] = __VERIFIER_nondet_int();
  for (i = 1; i < N; i++) {
    key = data[i];
    j = i;
    while (j > 0 && data[j - 1] > key) {
      data[j] = data[j - 1];
      if (data[j] == 7) data[j] = 0;
      j--;
    }
    data[j] = key;
  }
  for (i = 1; i < N; i++) __VERIFIER_assert(data[i - 1] <= data[i]);
  return 0;
}
