/* Is the loop at line 9 of input.c 2-shrinkable for the assertion at line 11?
   P-shrink, Definition 3 and Fig. 4: check_loop. */
typedef unsigned long long iteration;
enum outcome { NEXT, LEAVE, BLOCKED };
enum { K = 2, PAST = K + 1 };

int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
/* Inputs: constant below, and so the same in every evaluation. */
static int i;
static int start_1_i;
static iteration trips_1;
static int a[__CPROVER_constant_infinity_uint];
/* X: all variables that an iteration or the code after the loop may change. */
struct state {
  _Bool bad;                         /* an assertion in the code was violated */
  int m;
  int i_2;
};
static struct state s, X0;
static iteration T[K + 2];           /* the chosen columns, ascending; T[PAST] is the past one or 0 */
static _Bool has_past;               /* is there a past column? */
static iteration last;               /* the last relevant column */

static iteration column(long long scaled, long long scale) {
  return scaled / scale > 0 ? (iteration)(scaled / scale) : 0;
}

static void at_least(iteration column) {
  if (last < column) last = column;
}

/* The code before the loop: it chooses all inputs. */
static void prefix(void) {
  s.m = nondet_int();
  i = nondet_int();
  s.i_2 = nondet_int();
  s.m = a[0];
  i = 0;
  start_1_i = i;
  trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
  i = (int)(start_1_i + (int)trips_1);
  at_least(trips_1 == 0 ? 0 : trips_1);
  at_least(column(1, 1));
  at_least(column(100000, 1));
}

/* The loop at line 9: its iteration in the column of slot l, if it has one there. */
static enum outcome loop_9_1(int l) {
  const iteration itno = T[l];
  if (itno < 1 || itno > trips_1) return NEXT;
  int i = (int)(start_1_i + (int)(itno - 1));
  if (s.m >= a[(int)(start_1_i + (int)(T[l] - 1))] - 1) s.m = a[(int)(start_1_i + (int)(T[l] - 1))];
  return NEXT;
}


/* One iteration of the fused loop: the column of slot l. */
static enum outcome step(int l) {
  return loop_9_1(l);
}

/* The code between the loop and the property. */
static enum outcome after(void) {
  s.i_2 = 0;
  return NEXT;
}

/* Property iteration t (line 11) of the column of slot l, in the final state */
static _Bool clause(int l) {
  const long long numerator = (long long)T[l];
  const long long tno = numerator;
  if (tno < 1 || (iteration)tno > (s.i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)s.i_2 : 0ULL)) return 1;
  const int first_i_2 = s.i_2;
  const int i_2 = (int)(first_i_2 + (int)(tno - 1));
  if (!(s.m <= a[(int)(first_i_2 + (int)((long long)T[l] - 1))] + 1)) return 0;
  return 1;
}

/* From X_initial: does the loop over T[0..length-1] without T[skip] end in a state that satisfies its residual property
   and the clause of the past iteration? Runs that end without a violation satisfy it. */
static _Bool check_iter_seq(int length, int skip, _Bool past) {
  s = X0;

  for (int l = 0; l < length; l++) {
    if (l == skip) continue;
    const enum outcome o = step(l);
    if (o == BLOCKED) return 1;
    if (o == LEAVE) break;
  }
  if (!s.bad && after() == BLOCKED) return 1;
  _Bool holds = !past || !has_past || clause(PAST);
  for (int l = 0; l < length; l++)
    if (l != skip) holds = holds & clause(l);
  return holds;
}

int main(void) {
  for (int l = 0; l < K + 2; l++) T[l] = nondet_unsigned_long_long();
  prefix();
  /* any ascending sequence of K + 1 iterations, gaps included, and any earlier one */
  for (int l = 0; l <= K; l++) {
    __CPROVER_assume(1 <= T[l] && T[l] <= last);
    if (l > 0) __CPROVER_assume(T[l - 1] < T[l]);
  }
  __CPROVER_assume(T[PAST] < T[0]);
  has_past = T[PAST] != 0;

  /* X_initial: any state in which the original run may start iteration T[0] */
  X0 = s;
  X0.m = nondet_int();

  const _Bool whole = check_iter_seq(K + 1, -1, 1);
  _Bool each = 1;
  for (int u = 0; u <= K; u++) each = each & check_iter_seq(K + 1, u, 1);
  __CPROVER_assert(!each | whole, "the loop is 2-shrinkable");
  return 0;
}
