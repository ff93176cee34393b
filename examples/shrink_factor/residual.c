/* The residual program by hand: do K arbitrary iterations violate one of their own clauses?
 * SLACK = 0 is the loop of smallest.c, SLACK = 1 that of minimum.c. */
#define N 10000000

int nondet_int(void);

int main(void) {
  int a[__CPROVER_constant_infinity_uint];
  int T[K]; /* the iterations that are kept */
  int m = nondet_int();
  for (int l = 0; l < K; l++) {
    T[l] = nondet_int();
    __CPROVER_assume(1 <= T[l] && T[l] <= N);
    if (l > 0) __CPROVER_assume(T[l - 1] < T[l]);
    if (m >= a[T[l] - 1] - SLACK) m = a[T[l] - 1];
  }
  for (int l = 0; l < K; l++) __CPROVER_assert(m <= a[T[l] - 1], "the clause of a kept iteration");
  return 0;
}
