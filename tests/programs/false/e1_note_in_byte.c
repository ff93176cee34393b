// VERDICT: unsafe. The index before does not fit into a byte.
// SMALL: 300
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "e1_note_in_byte.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  unsigned char before = 0;
  for (int i = 0; i < N; i++) {
    a[i] = before;
    before = i + 1;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == i);
  return 0;
}
