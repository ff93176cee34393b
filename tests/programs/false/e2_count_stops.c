// VERDICT: unsafe. From index 500 on the count stands still.
// SMALL: 510
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "e2_count_stops.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int evens = 0;
  for (int i = 0; i < N; i++) {
    a[i] = evens;
    if (i % 2 == 0 && i < 500)
      evens++;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(2 * a[i] == i || 2 * a[i] == i + 1);
  return 0;
}
