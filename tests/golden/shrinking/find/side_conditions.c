/* Side conditions of shrinking lines 9 of input.c for the assertion at line 10: closed forms by base and
   step, trip counts, one column for every iteration and clause, and no cell shared by reordered iterations. */
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

/* The code between the loop and the property. */
static enum outcome after(void) {
  if (s.i < 100000) if (!(a[s.i] == x)) { s.bad = 1; return LEAVE; }
  return NEXT;
}

static iteration some(iteration highest) {
  const iteration value = nondet_unsigned_long_long();
  __CPROVER_assume(1 <= value && value <= highest);
  return value;
}

int main(void) {
  prefix();
  s.i = nondet_int();
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
    __CPROVER_assert(!(i < 100000 && a[i] != x), "trip count at line 9: ends");
    return 0;
  }
  case 3: {
    __CPROVER_assert(trips_1 <= 1125899906842624ULL && trips_1 + 1 <= last, "every iteration at line 9 has a column");
    return 0;
  }
  }
  return 0;
}
