/* Side conditions of pruning input.c for the assertion at line 13: closed forms, trip counts, positions and ranges.
   Every loop is cut: its writes are arbitrary afterwards. */
int nondet_int(void);
unsigned long long nondet_unsigned_long_long(void);

static int i;
static int before;
static int after_shift;
static int a[__CPROVER_constant_infinity_uint];

int main(void) {
  i = nondet_int();
  before = nondet_int();
  after_shift = nondet_int();

  i = 0;
  const int start_1_i = i;
  const unsigned long long trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
  const long long first_1 = (long long)start_1_i;
  /* the loop at line 7 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_1 <= 4398046511104ULL && (first_1 >= -4398046511104LL && first_1 <= 4398046511104LL), "columns do not overflow, line 7");
      __CPROVER_assert((int)(start_1_i + (int)(1ULL - 1)) == start_1_i, "closed form of i: base, line 7");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_1_i + (int)trips_1);
      __CPROVER_assert(!(i < 100000), "trip count: ends, line 7");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_1 && trips_1 <= 4398046511104ULL);
      const int i = (int)(start_1_i + (int)(itno - 1));
      const long long at_position = first_1 + 1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of a[i] written, line 7");
      __CPROVER_assert((int)(i + 1) == (int)(start_1_i + (int)itno), "closed form of i: step, line 7");
      __CPROVER_assert(i < 100000, "trip count: goes on, line 7");
      __CPROVER_assume(0);
    }
    __CPROVER_havoc_object(a);
    i = nondet_int();
    i = (int)(start_1_i + (int)trips_1);
  }
  before = a[0];
  i = 1;
  const int start_2_i = i;
  const unsigned long long trips_2 = start_2_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i : 0ULL;
  const long long first_2 = (long long)start_2_i;
  /* the loop at line 9 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_2 <= 4398046511104ULL && (first_2 >= -4398046511104LL && first_2 <= 4398046511104LL), "columns do not overflow, line 9");
      __CPROVER_assert((int)(start_2_i + (int)(1ULL - 1)) == start_2_i, "closed form of i: base, line 9");
      __CPROVER_assert(trips_2 == 0 || (first_1 <= first_2 && first_2 + 1 * (long long)(trips_2 - 1) <= first_1 + 1 * (long long)(trips_1 - 1)), "loop 1 at offset 0 passes every cell of loop 2 at offset 0");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_2_i + (int)trips_2);
      __CPROVER_assert(!(i < 100000), "trip count: ends, line 9");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_2 && trips_2 <= 4398046511104ULL);
      const int i = (int)(start_2_i + (int)(itno - 1));
      const long long at_position = first_2 + 1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of a[i] read, line 9");
      __CPROVER_assert((int)(i + 1) == (int)(start_2_i + (int)itno), "closed form of i: step, line 9");
      __CPROVER_assert(i < 100000, "trip count: goes on, line 9");
      __CPROVER_assume(0);
    }
    before = nondet_int();
    i = nondet_int();
    i = (int)(start_2_i + (int)trips_2);
  }
  after_shift = a[0];
  i = 1;
  const int start_3_i = i;
  const unsigned long long trips_3 = start_3_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_3_i : 0ULL;
  const long long first_3 = (long long)start_3_i;
  /* the loop at line 11 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_3 <= 4398046511104ULL && (first_3 >= -4398046511104LL && first_3 <= 4398046511104LL), "columns do not overflow, line 11");
      __CPROVER_assert((int)(start_3_i + (int)(1ULL - 1)) == start_3_i, "closed form of i: base, line 11");
      __CPROVER_assert(trips_3 == 0 || (first_1 <= first_3 && first_3 + 1 * (long long)(trips_3 - 1) <= first_1 + 1 * (long long)(trips_1 - 1)), "loop 1 at offset 0 passes every cell of loop 3 at offset 0");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_3_i + (int)trips_3);
      __CPROVER_assert(!(i < 100000), "trip count: ends, line 11");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_3 && trips_3 <= 4398046511104ULL);
      const int i = (int)(start_3_i + (int)(itno - 1));
      const long long at_position = first_3 + 1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of a[i] read, line 11");
      __CPROVER_assert((long long)(i - 1) == at_position + -1, "position of a[i - 1] written, line 11");
      __CPROVER_assert((int)(i + 1) == (int)(start_3_i + (int)itno), "closed form of i: step, line 11");
      __CPROVER_assert(i < 100000, "trip count: goes on, line 11");
      __CPROVER_assume(0);
    }
    __CPROVER_havoc_object(a);
    i = nondet_int();
    i = (int)(start_3_i + (int)trips_3);
  }
  i = 0;
  const int start_4_i = i;
  const unsigned long long trips_4 = start_4_i < 99999 ? (unsigned long long)99999 - (unsigned long long)start_4_i : 0ULL;
  const long long first_4 = (long long)start_4_i;
  /* the loop at line 12 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_4 <= 4398046511104ULL && (first_4 >= -4398046511104LL && first_4 <= 4398046511104LL), "columns do not overflow, line 12");
      __CPROVER_assert((int)(start_4_i + (int)(1ULL - 1)) == start_4_i, "closed form of i: base, line 12");
      __CPROVER_assert(trips_4 == 0 || (first_1 <= first_4 && first_4 + 1 * (long long)(trips_4 - 1) <= first_1 + 1 * (long long)(trips_1 - 1)), "loop 1 at offset 0 passes every cell of loop 4 at offset 0");
      __CPROVER_assert(trips_4 == 0 || (first_3 - 1 <= first_4 && first_4 + 1 * (long long)(trips_4 - 1) <= first_3 + 1 * (long long)(trips_3 - 1) - 1), "loop 3 at offset -1 passes every cell of loop 4 at offset 0");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_4_i + (int)trips_4);
      __CPROVER_assert(!(i < 99999), "trip count: ends, line 12");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_4 && trips_4 <= 4398046511104ULL);
      const int i = (int)(start_4_i + (int)(itno - 1));
      const long long at_position = first_4 + 1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of a[i] read, line 12");
      __CPROVER_assert((int)(i + 1) == (int)(start_4_i + (int)itno), "closed form of i: step, line 12");
      __CPROVER_assert(i < 99999, "trip count: goes on, line 12");
      __CPROVER_assume(0);
    }
    after_shift = nondet_int();
    i = nondet_int();
    i = (int)(start_4_i + (int)trips_4);
  }
  (void)(before == after_shift);
  return 0;
}
