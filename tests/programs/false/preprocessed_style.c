// VERDICT: unsafe. Text as a preprocessor leaves it; the copy ends one element early.
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

typedef unsigned long int size_t;
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
static __inline void copy (int *__restrict to, const int *__restrict from, size_t n) {
  size_t i;
  for (i = 1; i < n; i++) to[i - 1] = from[i - 1];
}
static int a[N], b[N];
int main (void) {
  size_t i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int ();
  copy (b, a, N);
  for (i = 0; i < N; i++)
    ((b[i] == a[i]) ? (void) (0) : __assert_fail ("b[i] == a[i]", "preprocessed_style.c", 19, __extension__ __PRETTY_FUNCTION__));
  return 0;
}
