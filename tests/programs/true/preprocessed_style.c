// VERDICT: safe. Text as a preprocessor leaves it: attributes, __extension__, __restrict, builtin types.
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

typedef unsigned long int size_t;
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
__extension__ typedef long long int wide;
static __inline void copy (int *__restrict to, const int *__restrict from, size_t n) {
  size_t i;
  for (i = 0; i < n; i++) to[i] = from[i];
}
static int a[N], b[N];
int main (void) {
  size_t i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int ();
  copy (b, a, N);
  for (i = 0; i < N; i++)
    ((void) sizeof ((b[i] == a[i]) ? 1 : 0), __extension__ ({ if (b[i] == a[i]) ; else __assert_fail ("b[i] == a[i]", "preprocessed_style.c", 21, __extension__ __PRETTY_FUNCTION__); }));
  return (int) (wide) 0;
}
