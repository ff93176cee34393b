/* Is the loop of smallest.c (SLACK = 0) or minimum.c (SLACK = 1) K-shrinkable? A harness by hand, for CBMC.
 *
 * The loop:      if (m >= a[i - 1] - SLACK) m = a[i - 1];     iteration i = 1 .. N; it changes m only
 * The property:  assert(m <= a[i - 1]);                       its clause for iteration i
 */
#define N 10000000

int nondet_int(void);

int T[K + 1]; /* an ascending selection of K + 1 iterations, gaps allowed */
int past;     /* an earlier iteration, or 0 for none */

/* Runs the selected iterations from state m, without number `skip`; do all clauses hold afterwards? */
static _Bool clauses_hold(const int *a, int m, int skip) {
  for (int l = 0; l <= K; l++)
    if (l != skip && m >= a[T[l] - 1] - SLACK) m = a[T[l] - 1];
  _Bool hold = past == 0 || m <= a[past - 1];
  for (int l = 0; l <= K; l++)
    if (l != skip && !(m <= a[T[l] - 1])) hold = 0;
  return hold;
}

int main(void) {
  int a[__CPROVER_constant_infinity_uint]; /* arbitrary contents, which the loop does not change */
  int m = nondet_int();                    /* an arbitrary state in front of the first selected iteration */
  for (int l = 0; l <= K; l++) {
    T[l] = nondet_int();
    __CPROVER_assume(1 <= T[l] && T[l] <= N);
    if (l > 0) __CPROVER_assume(T[l - 1] < T[l]);
  }
  past = nondet_int();
  __CPROVER_assume(0 <= past && past < T[0]);

  _Bool every_shorter = 1;
  for (int u = 0; u <= K; u++)
    if (!clauses_hold(a, m, u)) every_shorter = 0;
  __CPROVER_assert(!every_shorter || clauses_hold(a, m, K + 1), "K iterations stand for K + 1");
  return 0;
}
