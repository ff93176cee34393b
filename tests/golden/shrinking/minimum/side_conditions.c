/* Side conditions of shrinking lines 9 of input.c for the assertion at line 11: closed forms by base and
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
  s.m = nondet_int();
  s.i_2 = nondet_int();
  s.bad = 0;
  /* one check in each run, so that assumptions of one cannot hide the others */
  switch (nondet_int()) {
  case 1: {
    __CPROVER_assert((int)(start_1_i + (int)0) == start_1_i, "closed form of i at line 9: base");
    const unsigned long long itno = some(trips_1);
    const int i = (int)(start_1_i + (int)(itno - 1));
    __CPROVER_assert((int)(i + 1) == (int)(start_1_i + (int)itno), "closed form of i at line 9: step");
    return 0;
  }
  case 2: {
    const int i = (int)(start_1_i + (int)trips_1);
    __CPROVER_assert(!(i < 100000), "trip count at line 9: ends");
    return 0;
  }
  case 3: {
    if (trips_1 >= 1) {
      const unsigned long long itno = some(trips_1);
      const int i = (int)(start_1_i + (int)(itno - 1));
      __CPROVER_assert(i < 100000, "trip count at line 9: goes on");
    }
    return 0;
  }
  case 4: {
    __CPROVER_assert(trips_1 <= 1125899906842624ULL && (trips_1 == 0 || trips_1 <= last), "every iteration at line 9 has a column");
    return 0;
  }
  }
  if (after() != NEXT) return 0;
  switch (nondet_int()) {
  case 1: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i_2 : 0ULL;
    __CPROVER_assert((int)(start_2_i_2 + (int)0) == start_2_i_2, "closed form of i_2 at line 11: base");
    const unsigned long long itno = some(trips_2);
    const int i_2 = (int)(start_2_i_2 + (int)(itno - 1));
    __CPROVER_assert((int)(i_2 + 1) == (int)(start_2_i_2 + (int)itno), "closed form of i_2 at line 11: step");
    return 0;
  }
  case 2: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i_2 : 0ULL;
    const int i_2 = (int)(start_2_i_2 + (int)trips_2);
    __CPROVER_assert(!(i_2 < 100000), "trip count at line 11: ends");
    return 0;
  }
  case 3: {
    const int start_2_i_2 = s.i_2;
    const unsigned long long trips_2 = start_2_i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i_2 : 0ULL;
    __CPROVER_assert(trips_2 <= 1125899906842624ULL, "the loop at line 11 has fewer than 2^50 clauses");
    if (trips_2 >= 1) {
      const long long tno = (long long)some(trips_2);
      const long long scaled = tno;
      const long long column = scaled;
      __CPROVER_assert(column >= 1 && (unsigned long long)column <= last, "every clause at line 11 has a column");
    }
    return 0;
  }
  }
  return 0;
}
