/* Side conditions of shrinking lines 10 of input.c for the assertion at line 13: closed forms by base and
   step, trip counts, one column for every iteration and clause, and no cell shared by reordered iterations. */
typedef unsigned long long iteration;
enum outcome { NEXT, LEAVE, BLOCKED };
enum { K = 1, PAST = K + 1 };

int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
/* Inputs: constant below, and so the same in every evaluation. */
static int n;
static int found;
static int i;
static int start_1_i;
static iteration trips_1;
/* X: all variables that an iteration or the code after the loop may change. */
struct state {
  _Bool bad;                         /* an assertion in the code was violated */
  int i_2;
  int a[K + 2];             /* the cell of slot l */
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
  n = nondet_int();
  found = nondet_int();
  i = nondet_int();
  s.i_2 = nondet_int();
  n = nondet_int();
  found = 0;
  if (n > 100000) __CPROVER_assume(0);
  i = 0;
  start_1_i = i;
  trips_1 = start_1_i < n ? (unsigned long long)n - (unsigned long long)start_1_i : 0ULL;
  i = (int)(start_1_i + (int)trips_1);
  at_least(trips_1 == 0 ? 0 : trips_1);
  at_least(column(1, 1));
  at_least(column((long long)(0 < n ? (unsigned long long)n - 0ULL : 0ULL), 1));
}

/* The code between the loop and the property. */
static enum outcome after(void) {
  s.i_2 = 0;
  return NEXT;
}

static iteration some(iteration highest) {
  const iteration value = nondet_unsigned_long_long();
  __CPROVER_assume(1 <= value && value <= highest);
  return value;
}

int main(void) {
  prefix();
  s.i_2 = nondet_int();
  s.bad = 0;
  /* one check in each run, so that assumptions of one cannot hide the others */
  switch (nondet_int()) {
  case 1: {
    __CPROVER_assert((int)(start_1_i + (int)0) == start_1_i, "closed form of i at line 10: base");
    const unsigned long long itno = some(trips_1);
    const int i = (int)(start_1_i + (int)(itno - 1));
    __CPROVER_assert((int)(i + 1) == (int)(start_1_i + (int)itno), "closed form of i at line 10: step");
    return 0;
  }
  case 2: {
    const int i = (int)(start_1_i + (int)trips_1);
    __CPROVER_assert(!(i < n), "trip count at line 10: ends");
    return 0;
  }
  case 3: {
    if (trips_1 >= 1) {
      const unsigned long long itno = some(trips_1);
      const int i = (int)(start_1_i + (int)(itno - 1));
      __CPROVER_assert(i < n, "trip count at line 10: goes on");
    }
    return 0;
  }
  case 4: {
    __CPROVER_assert(trips_1 <= 1125899906842624ULL && (trips_1 == 0 || trips_1 <= last), "every iteration at line 10 has a column");
    return 0;
  }
  case 5: {
    const unsigned long long col = some(last);
    __CPROVER_assume(col > 0);
    const unsigned long long itno = col;
    __CPROVER_assume(itno <= trips_1);
    const int i = (int)(start_1_i + (int)(itno - 1));
    __CPROVER_assert((long long)i == (long long)col - 1, "line 10 uses only the column's own cell of a");
    return 0;
  }
  }
  if (after() != NEXT) return 0;
  switch (nondet_int()) {
  case 1: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < n ? (unsigned long long)n - (unsigned long long)start_2_i_2 : 0ULL;
    __CPROVER_assert((int)(start_2_i_2 + (int)0) == start_2_i_2, "closed form of i_2 at line 11: base");
    const unsigned long long itno = some(trips_2);
    const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
    __CPROVER_assert((int)(i_2 + 1) == (int)(start_2_i_2 + (int)itno), "closed form of i_2 at line 11: step");
    return 0;
  }
  case 2: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < n ? (unsigned long long)n - (unsigned long long)start_2_i_2 : 0ULL;
    const int i_2 = (int)(start_2_i_2 + (int)trips_2);
    __CPROVER_assert(!(i_2 < n), "trip count at line 11: ends");
    return 0;
  }
  case 3: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < n ? (unsigned long long)n - (unsigned long long)start_2_i_2 : 0ULL;
    if (trips_2 >= 1) {
      const unsigned long long itno = some(trips_2);
      const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
      __CPROVER_assert(i_2 < n, "trip count at line 11: goes on");
    }
    return 0;
  }
  case 4: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < n ? (unsigned long long)n - (unsigned long long)start_2_i_2 : 0ULL;
    const unsigned long long col = some(last);
    const long long numerator = (long long)col;
    const unsigned long long itno = (unsigned long long)numerator;
    __CPROVER_assume(numerator >= 1 && itno <= trips_2);
    const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
    __CPROVER_assert((long long)i_2 == (long long)col - 1, "line 11 uses only the column's own cell of a");
    return 0;
  }
  }
  return 0;
}
