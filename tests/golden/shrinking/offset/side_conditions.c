/* Side conditions of shrinking lines 8, 9 of input.c for the assertion at line 10: closed forms by base and
   step, trip counts, one column for every iteration and clause, and no cell shared by reordered iterations. */
typedef unsigned long long iteration;
enum outcome { NEXT, LEAVE, BLOCKED };
enum { K = 1, PAST = K + 1 };

int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
/* Inputs: constant below, and so the same in every evaluation. */
static int i;
static int i_2;
static int start_1_i;
static int start_2_i_2;
static iteration trips_1;
static iteration trips_2;
/* X: all variables that an iteration or the code after the loop may change. */
struct state {
  _Bool bad;                         /* an assertion in the code was violated */
  int i_3;
  int a[K + 2];             /* the cell of slot l */
  int b[K + 2];             /* the cell of slot l */
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
  i = nondet_int();
  i_2 = nondet_int();
  s.i_3 = nondet_int();
  i = 0;
  start_1_i = i;
  trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
  i = (int)(start_1_i + (int)trips_1);
  i_2 = 0;
  start_2_i_2 = i_2;
  trips_2 = start_2_i_2 < 99999 ? (unsigned long long)99999 - (unsigned long long)start_2_i_2 : 0ULL;
  i_2 = (int)(start_2_i_2 + (int)trips_2);
  at_least(trips_1 == 0 ? 0 : trips_1);
  at_least(trips_2 == 0 ? 0 : trips_2 + 1);
  at_least(column(2, 1));
  at_least(column(100000, 1));
}

/* The code between the loop and the property. */
static enum outcome after(void) {
  s.i_3 = 0;
  return NEXT;
}

static iteration some(iteration highest) {
  const iteration value = nondet_unsigned_long_long();
  __CPROVER_assume(1 <= value && value <= highest);
  return value;
}

int main(void) {
  prefix();
  s.i_3 = nondet_int();
  s.bad = 0;
  /* one check in each run, so that assumptions of one cannot hide the others */
  switch (nondet_int()) {
  case 1: {
    __CPROVER_assert((int)(start_1_i + (int)0) == start_1_i, "closed form of i at line 8: base");
    const unsigned long long itno = some(trips_1);
    const int i = (int)(start_1_i + (int)(itno - 1));
    __CPROVER_assert((int)(i + 1) == (int)(start_1_i + (int)itno), "closed form of i at line 8: step");
    return 0;
  }
  case 2: {
    const int i = (int)(start_1_i + (int)trips_1);
    __CPROVER_assert(!(i < 100000), "trip count at line 8: ends");
    return 0;
  }
  case 3: {
    if (trips_1 >= 1) {
      const unsigned long long itno = some(trips_1);
      const int i = (int)(start_1_i + (int)(itno - 1));
      __CPROVER_assert(i < 100000, "trip count at line 8: goes on");
    }
    return 0;
  }
  case 4: {
    __CPROVER_assert(trips_1 <= 1125899906842624ULL && (trips_1 == 0 || trips_1 <= last), "every iteration at line 8 has a column");
    return 0;
  }
  case 5: {
    const unsigned long long col = some(last);
    __CPROVER_assume(col > 0);
    const unsigned long long itno = col;
    __CPROVER_assume(itno <= trips_1);
    const int i = (int)(start_1_i + (int)(itno - 1));
    __CPROVER_assert((long long)i == (long long)col - 1, "line 8 uses only the column's own cell of a");
    return 0;
  }
  case 6: {
    __CPROVER_assert((int)(start_2_i_2 + (int)0) == start_2_i_2, "closed form of i_2 at line 9: base");
    const unsigned long long itno = some(trips_2);
    const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
    __CPROVER_assert((int)(i_2 + 1) == (int)(start_2_i_2 + (int)itno), "closed form of i_2 at line 9: step");
    return 0;
  }
  case 7: {
    const int i_2 = (int)(start_2_i_2 + (int)trips_2);
    __CPROVER_assert(!(i_2 < 99999), "trip count at line 9: ends");
    return 0;
  }
  case 8: {
    if (trips_2 >= 1) {
      const unsigned long long itno = some(trips_2);
      const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
      __CPROVER_assert(i_2 < 99999, "trip count at line 9: goes on");
    }
    return 0;
  }
  case 9: {
    __CPROVER_assert(trips_2 <= 1125899906842624ULL && (trips_2 == 0 || trips_2 + 1 <= last), "every iteration at line 9 has a column");
    return 0;
  }
  case 10: {
    const unsigned long long col = some(last);
    __CPROVER_assume(col > 1);
    const unsigned long long itno = col - 1;
    __CPROVER_assume(itno <= trips_2);
    const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
    __CPROVER_assert((long long)i_2 == (long long)col - 2, "line 9 uses only the column's own cell of b");
    return 0;
  }
  case 11: {
    const unsigned long long col = some(last);
    __CPROVER_assume(col > 1);
    const unsigned long long itno = col - 1;
    __CPROVER_assume(itno <= trips_2);
    const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
    __CPROVER_assert((long long)(i_2 + 1) == (long long)col - 1, "line 9 uses only the column's own cell of a");
    return 0;
  }
  }
  if (after() != NEXT) return 0;
  switch (nondet_int()) {
  case 1: {
    const int start_3_i_3 = s.i_3;
    const unsigned long long trips_3 = start_3_i_3 < 99999 ? (unsigned long long)99999 - (unsigned long long)start_3_i_3 : 0ULL;
    __CPROVER_assert((int)(start_3_i_3 + (int)0) == start_3_i_3, "closed form of i_3 at line 10: base");
    const unsigned long long itno = some(trips_3);
    const int i_3 = (int)(start_3_i_3 + (int)(itno - 1));
    __CPROVER_assert((int)(i_3 + 1) == (int)(start_3_i_3 + (int)itno), "closed form of i_3 at line 10: step");
    return 0;
  }
  case 2: {
    const int start_3_i_3 = s.i_3;
    const unsigned long long trips_3 = start_3_i_3 < 99999 ? (unsigned long long)99999 - (unsigned long long)start_3_i_3 : 0ULL;
    const int i_3 = (int)(start_3_i_3 + (int)trips_3);
    __CPROVER_assert(!(i_3 < 99999), "trip count at line 10: ends");
    return 0;
  }
  case 3: {
    const int start_3_i_3 = s.i_3;
    const unsigned long long trips_3 = start_3_i_3 < 99999 ? (unsigned long long)99999 - (unsigned long long)start_3_i_3 : 0ULL;
    __CPROVER_assert(trips_3 <= 1125899906842624ULL, "the loop at line 10 has fewer than 2^50 clauses");
    if (trips_3 >= 1) {
      const long long tno = (long long)some(trips_3);
      const long long scaled = tno + 1;
      const long long column = scaled;
      __CPROVER_assert(column >= 1 && (unsigned long long)column <= last, "every clause at line 10 has a column");
    }
    return 0;
  }
  case 4: {
    const int start_3_i_3 = s.i_3;
    const unsigned long long trips_3 = start_3_i_3 < 99999 ? (unsigned long long)99999 - (unsigned long long)start_3_i_3 : 0ULL;
    const unsigned long long col = some(last);
    const long long numerator = (long long)col - 1;
    const unsigned long long itno = (unsigned long long)numerator;
    __CPROVER_assume(numerator >= 1 && itno <= trips_3);
    const int i_3 = (int)(start_3_i_3 + (int)(itno - 1));
    __CPROVER_assert((long long)i_3 == (long long)col - 2, "line 10 uses only the column's own cell of b");
    return 0;
  }
  }
  return 0;
}
