/* The residual program, k = 1: lines 8 of input.c, assertion at line 12.
   P-shrink, Definition 4: the loop keeps any 1 of its iterations, the property their clauses. */
typedef unsigned long long iteration;
enum outcome { NEXT, LEAVE, BLOCKED };
enum { K = 1, PAST = K + 1 };

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
  int i_2;
};
static struct state s, X0;
static int initial_a[__CPROVER_constant_infinity_uint];
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
  i = nondet_int();
  s.i_2 = nondet_int();
  i = 0;
  start_1_i = i;
  trips_1 = start_1_i < 100000 ? ((unsigned long long)100000 - (unsigned long long)start_1_i - 1ULL) / 2ULL + 1ULL : 0ULL;
  i = (int)(start_1_i + (int)trips_1 * 2);
  at_least(trips_1 == 0 ? 0 : trips_1);
}

/* The loop at line 8: its iteration in the column of slot l, if it has one there. */
static enum outcome loop_8_1(int l) {
  const iteration itno = T[l];
  if (itno < 1 || itno > trips_1) return NEXT;
  int i = (int)(start_1_i + (int)(itno - 1) * 2);
  a[(int)(start_1_i + (int)(T[l] - 1) * 2)] = 1;
  a[(int)(start_1_i + (int)(T[l] - 1) * 2) + 1] = 2;
  return NEXT;
}


/* One iteration of the fused loop: the column of slot l. */
static enum outcome step(int l) {
  return loop_8_1(l);
}

/* The code between the loop and the property. */
static enum outcome after(void) {
  s.i_2 = 0;
  return NEXT;
}

/* Property iteration t (line 12) of the column of slot l, in the final state */
static _Bool clause_1(int l) {
  if (!(T[l] > 0 && T[l] <= trips_1)) return 1;
  const long long numerator = 2 * (long long)T[l] - 1;
  const long long tno = numerator;
  if (tno < 1 || (iteration)tno > (s.i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)s.i_2 : 0ULL)) return 1;
  const int first_i_2 = s.i_2;
  const int i_2 = (int)(first_i_2 + (int)(tno - 1));
  if (!(a[(int)(first_i_2 + (int)(2 * (long long)T[l] - 2))] == 1 + i_2 % 2)) return 0;
  return 1;
}
/* Property iteration t (line 12) of the column of slot l, in the final state */
static _Bool clause_2(int l) {
  if (!(T[l] > 0 && T[l] <= trips_1)) return 1;
  const long long numerator = 2 * (long long)T[l];
  const long long tno = numerator;
  if (tno < 1 || (iteration)tno > (s.i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)s.i_2 : 0ULL)) return 1;
  const int first_i_2 = s.i_2;
  const int i_2 = (int)(first_i_2 + (int)(tno - 1));
  if (!(a[(int)(first_i_2 + (int)(2 * (long long)T[l] - 1))] == 1 + i_2 % 2)) return 0;
  return 1;
}
/* All clauses of the column of slot l. */
static _Bool clause(int l) {
  if (!clause_1(l)) return 0;
  if (!clause_2(l)) return 0;
  return 1;
}

/* From X_initial: does the loop over T[0..length-1] without T[skip] end in a state that satisfies its residual property
   and the clause of the past iteration? Runs that end without a violation satisfy it. */
static _Bool check_iter_seq(int length, int skip, _Bool past) {
  s = X0;
  __CPROVER_array_copy(a, initial_a);

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
  const int length = last < K ? (int)last : K;   /* a loop with fewer than K iterations runs completely */
  for (int l = 0; l < length; l++) {
    __CPROVER_assume(1 <= T[l] && T[l] <= last);
    if (l > 0) __CPROVER_assume(T[l - 1] < T[l]);
  }
  X0 = s;
  __CPROVER_array_copy(initial_a, a);
  __CPROVER_assert(check_iter_seq(length, -1, 0), "every residual loop of 1 iteration satisfies its residual property");
  return 0;
}
