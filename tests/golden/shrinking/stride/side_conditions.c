/* Side conditions of shrinking lines 8 of input.c for the assertion at line 12: closed forms by base and
   step, trip counts, one column for every iteration and clause, and no cell shared by reordered iterations. */
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
  __CPROVER_havoc_object(a);
  /* one check in each run, so that assumptions of one cannot hide the others */
  switch (nondet_int()) {
  case 1: {
    __CPROVER_assert((int)(start_1_i + (int)0 * 2) == start_1_i, "closed form of i at line 8: base");
    const unsigned long long itno = some(trips_1);
    const int i = (int)(start_1_i + (int)(itno - 1) * 2);
    __CPROVER_assert((int)(i + 2) == (int)((int)(start_1_i + (int)(itno - 1) * 2) + 2), "closed form of i at line 8: step");
    return 0;
  }
  case 2: {
    const int i = (int)(start_1_i + (int)trips_1 * 2);
    __CPROVER_assert(!(i < 100000), "trip count at line 8: ends");
    return 0;
  }
  case 3: {
    if (trips_1 >= 1) {
      const unsigned long long itno = some(trips_1);
      const int i = (int)(start_1_i + (int)(itno - 1) * 2);
      __CPROVER_assert(i < 100000, "trip count at line 8: goes on");
    }
    return 0;
  }
  case 4: {
    __CPROVER_assert(trips_1 <= 1125899906842624ULL && (trips_1 == 0 || trips_1 <= last), "every iteration at line 8 has a column");
    return 0;
  }
  }
  if (after() != NEXT) return 0;
  switch (nondet_int()) {
  case 1: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i_2 : 0ULL;
    __CPROVER_assert((int)(start_2_i_2 + (int)0) == start_2_i_2, "closed form of i_2 at line 12: base");
    const unsigned long long itno = some(trips_2);
    const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
    __CPROVER_assert((int)(i_2 + 1) == (int)(start_2_i_2 + (int)itno), "closed form of i_2 at line 12: step");
    return 0;
  }
  case 2: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i_2 : 0ULL;
    const int i_2 = (int)(start_2_i_2 + (int)trips_2);
    __CPROVER_assert(!(i_2 < 100000), "trip count at line 12: ends");
    return 0;
  }
  case 3: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i_2 : 0ULL;
    __CPROVER_assert(trips_2 <= 1125899906842624ULL, "the loop at line 12 has fewer than 2^50 clauses");
    if (trips_2 >= 1) {
      const long long tno = (long long)some(trips_2);
      const long long scaled = tno + 1;
      const long long column = scaled / 2;
      const long long scaled_2 = tno;
      const long long column_2 = scaled_2 / 2;
      __CPROVER_assert((scaled % 2 == 0 && column >= 1 && (unsigned long long)column <= last && ((unsigned long long)column > 0 && (unsigned long long)column <= trips_1)) || (scaled_2 % 2 == 0 && column_2 >= 1 && (unsigned long long)column_2 <= last && ((unsigned long long)column_2 > 0 && (unsigned long long)column_2 <= trips_1)), "every clause at line 12 has a column");
    }
    return 0;
  }
  }
  return 0;
}
