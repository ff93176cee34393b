/* The residual program, k = 1: lines 9 of input.c, assertion at line 10.
   P-shrink, Definition 4: the loop keeps any 1 of its iterations, the property their clauses. */
typedef unsigned long long iteration;
enum outcome { NEXT, LEAVE, BLOCKED };
enum { K = 1, PAST = K + 1 };

int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
/* Inputs: constant below, and so the same in every evaluation. */
static int x;
static int start_1_i;
static iteration trips_1;
static int a[__CPROVER_constant_infinity_uint];
/* X: all variables that an iteration or the code after the loop may change. */
struct state {
  _Bool bad;                         /* an assertion in the code was violated */
  int i;
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
  x = nondet_int();
  s.i = nondet_int();
  x = nondet_int();
  s.i = 0;
  start_1_i = s.i;
  trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
  at_least(K + 1);
  at_least(trips_1 + 1);
}

/* The loop at line 9: its iteration in the column of slot l, if it has one there. */
static enum outcome loop_9_1(int l) {
  const iteration itno = T[l];
  if (itno < 1 || itno > trips_1 + 1) return NEXT;
  s.i = (int)(start_1_i + (int)(itno - 1));
  if (!(s.i < 100000 && a[s.i] != x)) return LEAVE;
  s.i = s.i + 1;
  return NEXT;
}


/* One iteration of the fused loop: the column of slot l. */
static enum outcome step(int l) {
  return loop_9_1(l);
}

/* The code between the loop and the property. */
static enum outcome after(void) {
  if (s.i < 100000) if (!(a[s.i] == x)) { s.bad = 1; return LEAVE; }
  return NEXT;
}


/* From X_initial: does the loop over T[0..length-1] without T[skip] end in a state that satisfies its residual property
   and the clause of the past iteration? Runs that end without a violation satisfy it. */
static _Bool check_iter_seq(int length, int skip, _Bool past) {
  s = X0;

  _Bool left = 0;
  for (int l = 0; l < length; l++) {
    if (l == skip) continue;
    const enum outcome o = step(l);
    if (o == BLOCKED) return 1;
    if (o == LEAVE) { left = 1; break; }
  }
  if (!left) return 1;               /* the original run always ends in an iteration that leaves the loop */
  if (!s.bad && after() == BLOCKED) return 1;
  return !s.bad;
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
  __CPROVER_assert(check_iter_seq(length, -1, 0), "every residual loop of 1 iteration satisfies its residual property");
  return 0;
}
