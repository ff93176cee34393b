/* Does the assertion at line 14 of input.c hold? Every loop is cut: facts assumed at the start of an
   iteration are asserted at the entry of the loop and after the iteration.
   One arbitrary iteration from an arbitrary state within the invariants stands for all of them. */
int nondet_int(void);
unsigned long long nondet_unsigned_long_long(void);

static int n;
static int hits;
static int i;
static int j;
static int input;

static void at_assertion(_Bool holds) { __CPROVER_assert(holds, "the assertion at line 14 holds"); }
static void kept_1_0(_Bool holds) { __CPROVER_assert(holds, "invariant 0 of loop 1 at line 6 is kept"); }
static void kept_1_1(_Bool holds) { __CPROVER_assert(holds, "invariant 1 of loop 1 at line 6 is kept"); }
static void kept_1_2(_Bool holds) { __CPROVER_assert(holds, "invariant 2 of loop 1 at line 6 is kept"); }
static void kept_1_3(_Bool holds) { __CPROVER_assert(holds, "invariant 3 of loop 1 at line 6 is kept"); }
static void kept_1_4(_Bool holds) { __CPROVER_assert(holds, "invariant 4 of loop 1 at line 6 is kept"); }
static void kept_1_5(_Bool holds) { __CPROVER_assert(holds, "invariant 5 of loop 1 at line 6 is kept"); }
static void kept_1_6(_Bool holds) { __CPROVER_assert(holds, "invariant 6 of loop 1 at line 6 is kept"); }
static void kept_1_7(_Bool holds) { __CPROVER_assert(holds, "invariant 7 of loop 1 at line 6 is kept"); }
static void kept_1_8(_Bool holds) { __CPROVER_assert(holds, "invariant 8 of loop 1 at line 6 is kept"); }
static void kept_1_9(_Bool holds) { __CPROVER_assert(holds, "invariant 9 of loop 1 at line 6 is kept"); }
static void kept_1_10(_Bool holds) { __CPROVER_assert(holds, "invariant 10 of loop 1 at line 6 is kept"); }
static void kept_1_11(_Bool holds) { __CPROVER_assert(holds, "invariant 11 of loop 1 at line 6 is kept"); }
static void kept_1_12(_Bool holds) { __CPROVER_assert(holds, "invariant 12 of loop 1 at line 6 is kept"); }
static void kept_1_13(_Bool holds) { __CPROVER_assert(holds, "invariant 13 of loop 1 at line 6 is kept"); }
static void kept_1_14(_Bool holds) { __CPROVER_assert(holds, "invariant 14 of loop 1 at line 6 is kept"); }
static void kept_1_15(_Bool holds) { __CPROVER_assert(holds, "invariant 15 of loop 1 at line 6 is kept"); }
static void kept_2_0(_Bool holds) { __CPROVER_assert(holds, "invariant 0 of loop 2 at line 7 is kept"); }
static void kept_2_1(_Bool holds) { __CPROVER_assert(holds, "invariant 1 of loop 2 at line 7 is kept"); }
static void kept_2_2(_Bool holds) { __CPROVER_assert(holds, "invariant 2 of loop 2 at line 7 is kept"); }
static void kept_2_3(_Bool holds) { __CPROVER_assert(holds, "invariant 3 of loop 2 at line 7 is kept"); }
static void kept_2_4(_Bool holds) { __CPROVER_assert(holds, "invariant 4 of loop 2 at line 7 is kept"); }
static void kept_2_5(_Bool holds) { __CPROVER_assert(holds, "invariant 5 of loop 2 at line 7 is kept"); }
static void kept_2_6(_Bool holds) { __CPROVER_assert(holds, "invariant 6 of loop 2 at line 7 is kept"); }
static void kept_2_7(_Bool holds) { __CPROVER_assert(holds, "invariant 7 of loop 2 at line 7 is kept"); }
static void kept_2_8(_Bool holds) { __CPROVER_assert(holds, "invariant 8 of loop 2 at line 7 is kept"); }
static void kept_2_9(_Bool holds) { __CPROVER_assert(holds, "invariant 9 of loop 2 at line 7 is kept"); }
static void kept_2_10(_Bool holds) { __CPROVER_assert(holds, "invariant 10 of loop 2 at line 7 is kept"); }
static void kept_2_11(_Bool holds) { __CPROVER_assert(holds, "invariant 11 of loop 2 at line 7 is kept"); }
static void kept_2_12(_Bool holds) { __CPROVER_assert(holds, "invariant 12 of loop 2 at line 7 is kept"); }
static void kept_2_13(_Bool holds) { __CPROVER_assert(holds, "invariant 13 of loop 2 at line 7 is kept"); }
static void kept_2_14(_Bool holds) { __CPROVER_assert(holds, "invariant 14 of loop 2 at line 7 is kept"); }
static void kept_2_15(_Bool holds) { __CPROVER_assert(holds, "invariant 15 of loop 2 at line 7 is kept"); }
int main(void) {
  n = nondet_int();
  hits = nondet_int();
  i = nondet_int();
  j = nondet_int();
  input = nondet_int();

  n = nondet_int();
  hits = 0;
  i = 0;
  /* the loop at line 6 */
  {
    const int entry_hits = hits;
    const int entry_i = i;
    kept_1_0(i == (int)(entry_i + (int)(1ULL - 1)));
    kept_1_1(1ULL <= (entry_i < n ? (unsigned long long)n - (unsigned long long)entry_i : 0ULL) + 1ULL);
    kept_1_2(hits <= 9);
    kept_1_3(i < n || hits <= 9);
    kept_1_4(hits == entry_hits);
    kept_1_5((long long)hits >= (long long)entry_hits);
    kept_1_6((long long)hits <= (long long)entry_hits);
    kept_1_7(hits >= 0);
    kept_1_8((long long)hits - (long long)entry_hits <= (long long)1ULL - 1LL);
    kept_1_9((long long)hits - (long long)entry_hits == (long long)1ULL - 1LL);
    kept_1_10((long long)entry_hits - (long long)hits <= (long long)1ULL - 1LL);
    kept_1_11((long long)entry_hits - (long long)hits == (long long)1ULL - 1LL);
    kept_1_12((long long)hits < 9LL);
    kept_1_13((long long)hits <= 9LL);
    kept_1_14((long long)hits >= 9LL);
    kept_1_15((long long)hits > 9LL);
    hits = nondet_int();
    i = nondet_int();
    input = nondet_int();
    j = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_1 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_1 && itno_1 <= 4611686018427387904ULL);
      i = (int)(entry_i + (int)(itno_1 - 1));
      hits = entry_hits;
      __CPROVER_assume(i == (int)(entry_i + (int)(itno_1 - 1)));
      __CPROVER_assume(itno_1 <= (entry_i < n ? (unsigned long long)n - (unsigned long long)entry_i : 0ULL) + 1ULL);
      __CPROVER_assume(hits <= 9);
      __CPROVER_assume(i < n || hits <= 9);
      __CPROVER_assume(hits == entry_hits);
      __CPROVER_assume((long long)hits >= (long long)entry_hits);
      __CPROVER_assume((long long)hits <= (long long)entry_hits);
      __CPROVER_assume(hits >= 0);
      __CPROVER_assume((long long)hits - (long long)entry_hits <= (long long)itno_1 - 1LL);
      __CPROVER_assume((long long)hits - (long long)entry_hits == (long long)itno_1 - 1LL);
      __CPROVER_assume((long long)entry_hits - (long long)hits <= (long long)itno_1 - 1LL);
      __CPROVER_assume((long long)entry_hits - (long long)hits == (long long)itno_1 - 1LL);
      __CPROVER_assume((long long)hits < 9LL);
      __CPROVER_assume((long long)hits <= 9LL);
      __CPROVER_assume((long long)hits >= 9LL);
      __CPROVER_assume((long long)hits > 9LL);
      if (!(i < n)) goto leave_1;
      j = 0;
      /* the loop at line 7 */
      {
        const int entry_hits = hits;
        const int entry_j = j;
        kept_2_0(j == (int)(entry_j + (int)(1ULL - 1)));
        kept_2_1(1ULL <= (entry_j < i ? (unsigned long long)i - (unsigned long long)entry_j : 0ULL) + 1ULL);
        kept_2_2(hits <= 9);
        kept_2_3(j < i || hits <= 9);
        kept_2_4(hits == entry_hits);
        kept_2_5((long long)hits >= (long long)entry_hits);
        kept_2_6((long long)hits <= (long long)entry_hits);
        kept_2_7(hits >= 0);
        kept_2_8((long long)hits - (long long)entry_hits <= (long long)1ULL - 1LL);
        kept_2_9((long long)hits - (long long)entry_hits == (long long)1ULL - 1LL);
        kept_2_10((long long)entry_hits - (long long)hits <= (long long)1ULL - 1LL);
        kept_2_11((long long)entry_hits - (long long)hits == (long long)1ULL - 1LL);
        kept_2_12((long long)hits < 9LL);
        kept_2_13((long long)hits <= 9LL);
        kept_2_14((long long)hits >= 9LL);
        kept_2_15((long long)hits > 9LL);
        hits = nondet_int();
        input = nondet_int();
        j = nondet_int();
        /* an arbitrary iteration */
        {
          const unsigned long long itno_2 = nondet_unsigned_long_long();
          __CPROVER_assume(1 <= itno_2 && itno_2 <= 4611686018427387904ULL);
          j = (int)(entry_j + (int)(itno_2 - 1));
          hits = entry_hits;
          __CPROVER_assume(j == (int)(entry_j + (int)(itno_2 - 1)));
          __CPROVER_assume(itno_2 <= (entry_j < i ? (unsigned long long)i - (unsigned long long)entry_j : 0ULL) + 1ULL);
          __CPROVER_assume(hits <= 9);
          __CPROVER_assume(j < i || hits <= 9);
          __CPROVER_assume(hits == entry_hits);
          __CPROVER_assume((long long)hits >= (long long)entry_hits);
          __CPROVER_assume((long long)hits <= (long long)entry_hits);
          __CPROVER_assume(hits >= 0);
          __CPROVER_assume((long long)hits - (long long)entry_hits <= (long long)itno_2 - 1LL);
          __CPROVER_assume((long long)hits - (long long)entry_hits == (long long)itno_2 - 1LL);
          __CPROVER_assume((long long)entry_hits - (long long)hits <= (long long)itno_2 - 1LL);
          __CPROVER_assume((long long)entry_hits - (long long)hits == (long long)itno_2 - 1LL);
          __CPROVER_assume((long long)hits < 9LL);
          __CPROVER_assume((long long)hits <= 9LL);
          __CPROVER_assume((long long)hits >= 9LL);
          __CPROVER_assume((long long)hits > 9LL);
          if (!(j < i)) goto leave_3;
          input = nondet_int();
          if (input) goto next_4;
          if (hits == 9) goto leave_3;
          hits = hits + 1;
          next_4:;
          j = j + 1;
          kept_2_0(j == (int)(entry_j + (int)itno_2));
          kept_2_1(itno_2 + 1 <= (entry_j < i ? (unsigned long long)i - (unsigned long long)entry_j : 0ULL) + 1ULL);
          kept_2_2(hits <= 9);
          kept_2_3(j < i || hits <= 9);
          kept_2_4(hits == entry_hits);
          kept_2_5((long long)hits >= (long long)entry_hits);
          kept_2_6((long long)hits <= (long long)entry_hits);
          kept_2_7(hits >= 0);
          kept_2_8((long long)hits - (long long)entry_hits <= (long long)(itno_2 + 1) - 1LL);
          kept_2_9((long long)hits - (long long)entry_hits == (long long)(itno_2 + 1) - 1LL);
          kept_2_10((long long)entry_hits - (long long)hits <= (long long)(itno_2 + 1) - 1LL);
          kept_2_11((long long)entry_hits - (long long)hits == (long long)(itno_2 + 1) - 1LL);
          kept_2_12((long long)hits < 9LL);
          kept_2_13((long long)hits <= 9LL);
          kept_2_14((long long)hits >= 9LL);
          kept_2_15((long long)hits > 9LL);
          __CPROVER_assume(0);
        }
        leave_3:;
      }
      at_assertion(hits <= 9);
      __CPROVER_assume(hits <= 9);
      i = i + 1;
      kept_1_0(i == (int)(entry_i + (int)itno_1));
      kept_1_1(itno_1 + 1 <= (entry_i < n ? (unsigned long long)n - (unsigned long long)entry_i : 0ULL) + 1ULL);
      kept_1_2(hits <= 9);
      kept_1_3(i < n || hits <= 9);
      kept_1_4(hits == entry_hits);
      kept_1_5((long long)hits >= (long long)entry_hits);
      kept_1_6((long long)hits <= (long long)entry_hits);
      kept_1_7(hits >= 0);
      kept_1_8((long long)hits - (long long)entry_hits <= (long long)(itno_1 + 1) - 1LL);
      kept_1_9((long long)hits - (long long)entry_hits == (long long)(itno_1 + 1) - 1LL);
      kept_1_10((long long)entry_hits - (long long)hits <= (long long)(itno_1 + 1) - 1LL);
      kept_1_11((long long)entry_hits - (long long)hits == (long long)(itno_1 + 1) - 1LL);
      kept_1_12((long long)hits < 9LL);
      kept_1_13((long long)hits <= 9LL);
      kept_1_14((long long)hits >= 9LL);
      kept_1_15((long long)hits > 9LL);
      __CPROVER_assume(0);
    }
    leave_1:;
  }
  return 0;
}
