// VERDICT: safe. Every bucket named by an element is marked.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "histogram.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];
int marked[8];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0 || a[i] >= 8)
      a[i] = 0;
  }
  for (i = 0; i < N; i++)
    marked[a[i]] = 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(marked[a[i]] == 1);
  return 0;
}
