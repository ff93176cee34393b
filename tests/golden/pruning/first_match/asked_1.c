/* Side conditions of pruning input.c for the assertion at line 11: closed forms, trip counts, positions and ranges.
   Every loop is cut: its writes are arbitrary afterwards. */
int nondet_int(void);
unsigned long long nondet_unsigned_long_long(void);

static int key;
static int i;
static int found;
static int place;
static int a[__CPROVER_constant_infinity_uint];

int main(void) {
  __CPROVER_havoc_object(a);
  key = nondet_int();
  i = nondet_int();
  found = nondet_int();
  place = nondet_int();

  key = nondet_int();
  found = 0;
  place = 0;
  i = 0;
  const int start_1_i = i;
  const unsigned long long trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
  const long long first_1 = (long long)start_1_i;
  /* the loop at line 6 */
  {
    if (nondet_int()) {
      __CPROVER_assert(trips_1 <= 4398046511104ULL && (first_1 >= -4398046511104LL && first_1 <= 4398046511104LL), "columns do not overflow, line 6");
      __CPROVER_assert((int)(start_1_i + (int)(1ULL - 1)) == start_1_i, "closed form of i: base, line 6");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const int i = (int)(start_1_i + (int)trips_1);
      __CPROVER_assert(!(i < 100000), "trip count: ends, line 6");
      __CPROVER_assume(0);
    }
    if (nondet_int()) {
      const unsigned long long itno = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno && itno <= trips_1 && trips_1 <= 4398046511104ULL);
      const int i = (int)(start_1_i + (int)(itno - 1));
      const long long at_position = first_1 + 1 * (long long)(itno - 1);
      __CPROVER_assert((long long)i == at_position, "position of a[i] read, line 6");
      __CPROVER_assert((int)(i + 1) == (int)(start_1_i + (int)itno), "closed form of i: step, line 6");
      __CPROVER_assume(0);
    }
    found = nondet_int();
    i = nondet_int();
    place = nondet_int();
  }
  if (found) (void)(a[place] == key);
  return 0;
}
