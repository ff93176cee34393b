// VERDICT: safe. A char, an unsigned char and the bytes of a word share their storage.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "union_seen_as_bytes.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
union word { unsigned whole; unsigned char byte[4]; };
unsigned char lowest[N];
unsigned number[N];
int main(void) {
  for (int i = 0; i < N; i++) {
    union word u;
    u.whole = number[i] = __VERIFIER_nondet_uint();
    lowest[i] = u.byte[0];
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(lowest[i] == number[i] % 256);
  return 0;
}
