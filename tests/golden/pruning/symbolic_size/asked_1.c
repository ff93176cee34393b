/* Side conditions of pruning input.c for the assertion at line 12: closed forms, trip counts, positions and ranges.
   Every loop is cut: its writes are arbitrary afterwards. */
int nondet_int(void);
unsigned long long nondet_unsigned_long_long(void);

static int n;
static int i;
static int m;
static int a[__CPROVER_constant_infinity_uint];
static int b[__CPROVER_constant_infinity_uint];

int main(void) {
  __CPROVER_havoc_object(a);
  __CPROVER_havoc_object(b);
  n = nondet_int();
  i = nondet_int();
  m = nondet_int();

  n = nondet_int();
  if (n < 1 || n > 1000000) __CPROVER_assume(0);
  i = n - 1;
  const int start_1_i = i;
  const unsigned long long trips_1 = start_1_i >= 0 ? (unsigned long long)start_1_i - (unsigned long long)0 + 1ULL : 0ULL;
  const long long first_1 = (long long)start_1_i;
  /* the loop at line 9 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_1 <= 4398046511104ULL && (first_1 >= -4398046511104LL && first_1 <= 4398046511104LL), "columns do not overflow, line 9");
      __CPROVER_assert((int)(start_1_i - (int)(1ULL - 1)) == start_1_i, "closed form of i: base, line 9");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_1_i - (int)trips_1);
      __CPROVER_assert(!(i >= 0), "trip count: ends, line 9");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_1 && trips_1 <= 4398046511104ULL);
      const int i = (int)(start_1_i - (int)(itno - 1));
      const long long at_position = first_1 + -1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of a[i] read, line 9");
      __CPROVER_assert((long long)i == at_position, "position of b[i] written, line 9");
      __CPROVER_assert((int)(i - 1) == (int)(start_1_i - (int)itno), "closed form of i: step, line 9");
      __CPROVER_assert(i >= 0, "trip count: goes on, line 9");
      __CPROVER_assume(0);
    }
    __CPROVER_havoc_object(b);
    i = nondet_int();
    i = (int)(start_1_i - (int)trips_1);
  }
  m = b[0];
  i = 0;
  const int start_2_i = i;
  const unsigned long long trips_2 = start_2_i < n ? (unsigned long long)n - (unsigned long long)start_2_i : 0ULL;
  const long long first_2 = (long long)start_2_i;
  /* the loop at line 11 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_2 <= 4398046511104ULL && (first_2 >= -4398046511104LL && first_2 <= 4398046511104LL), "columns do not overflow, line 11");
      __CPROVER_assert((int)(start_2_i + (int)(1ULL - 1)) == start_2_i, "closed form of i: base, line 11");
      __CPROVER_assert(trips_2 == 0 || (first_1 + -1 * (long long)(trips_1 - 1) <= first_2 && first_2 + 1 * (long long)(trips_2 - 1) <= first_1), "loop 1 at offset 0 passes every cell of loop 2 at offset 0");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_2_i + (int)trips_2);
      __CPROVER_assert(!(i < n), "trip count: ends, line 11");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_2 && trips_2 <= 4398046511104ULL);
      const int i = (int)(start_2_i + (int)(itno - 1));
      const long long at_position = first_2 + 1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of b[i] read, line 11");
      __CPROVER_assert((int)(i + 1) == (int)(start_2_i + (int)itno), "closed form of i: step, line 11");
      __CPROVER_assert(i < n, "trip count: goes on, line 11");
      __CPROVER_assume(0);
    }
    i = nondet_int();
    m = nondet_int();
    i = (int)(start_2_i + (int)trips_2);
  }
  i = 0;
  const int start_3_i = i;
  const unsigned long long trips_3 = start_3_i < n ? (unsigned long long)n - (unsigned long long)start_3_i : 0ULL;
  const long long first_3 = (long long)start_3_i;
  /* the loop at line 12 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_3 <= 4398046511104ULL && (first_3 >= -4398046511104LL && first_3 <= 4398046511104LL), "columns do not overflow, line 12");
      __CPROVER_assert((int)(start_3_i + (int)(1ULL - 1)) == start_3_i, "closed form of i: base, line 12");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_3_i + (int)trips_3);
      __CPROVER_assert(!(i < n), "trip count: ends, line 12");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_3 && trips_3 <= 4398046511104ULL);
      const int i = (int)(start_3_i + (int)(itno - 1));
      const long long at_position = first_3 + 1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of a[i] read, line 12");
      __CPROVER_assert((int)(i + 1) == (int)(start_3_i + (int)itno), "closed form of i: step, line 12");
      __CPROVER_assert(i < n, "trip count: goes on, line 12");
      __CPROVER_assume(0);
    }
    i = nondet_int();
    i = (int)(start_3_i + (int)trips_3);
  }
  return 0;
}
