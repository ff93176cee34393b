/* input.c without arrays and loops, for the assertion at line 10: one cell of each array, at an arbitrary
   witness index, and of each loop the iterations that access it and the one that leaves it (P-witness). */
_Bool nondet_bool(void);
int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
static int n;
static int i;
static int k;
static int i_2;
static int k_2;
static unsigned long long loop_1_seen;
static unsigned long long loop_2_seen;
static unsigned long long loop_3_seen;
static unsigned long long loop_4_seen;
static unsigned long long loop_5_seen;
static long long i_m_1;   /* witness index */
static long long i_m_2;   /* witness index */
static int x_m;   /* witness variable of m */
static int read_m(long long at_1, long long at_2) {
  if (at_1 == i_m_1 && at_2 == i_m_2) return x_m;
  return nondet_int();   /* another cell is arbitrary */
}

static void write_m(long long at_1, long long at_2, int value) {
  if (at_1 == i_m_1 && at_2 == i_m_2) {
    x_m = value;
  }
}

static void at_assertion(_Bool holds) {
  __CPROVER_assert(holds, "the assertion at line 10 holds");
}

int main(void) {
  i_m_1 = nondet_long_long();
  i_m_2 = nondet_long_long();
  n = nondet_int();
  i = nondet_int();
  k = nondet_int();
  i_2 = nondet_int();
  k_2 = nondet_int();
  n = nondet_int();
  if (n < 0 || n > 100) __CPROVER_assume(0);
  i = 0;
  /* the loop at line 7 */
  {
    const int start_1_i = i;
    const unsigned long long loop_1_trips = start_1_i < n ? (unsigned long long)n - (unsigned long long)start_1_i : 0ULL;
    __CPROVER_assert(!((int)(start_1_i + (int)loop_1_trips) < n) && loop_1_trips <= 4611686018427387904ULL, "trip count of loop 1 at line 7");
    const unsigned long long loop_1_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_1_end && loop_1_end <= loop_1_trips + 1);
    const unsigned long long loop_1_any = nondet_unsigned_long_long();
    const _Bool loop_1_any_runs = 1 <= loop_1_any && loop_1_any < loop_1_end;
    __CPROVER_assert(start_1_i == (int)(start_1_i + (int)(1ULL - 1)) && (!loop_1_any_runs || (int)((int)(start_1_i + (int)(loop_1_any - 1)) + 1) == (int)(start_1_i + (int)loop_1_any)), "closed form of i of loop 1 at line 7");
    __CPROVER_assert(!loop_1_any_runs || (loop_1_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_1_i + (int)(loop_1_any - 1)) - (unsigned long long)((long long)start_1_i - 1) == 1ULL * loop_1_any), "iteration that reaches i_m_1 by i of loop 1 at line 7");
    const unsigned long long loop_1_hit_1 = (unsigned long long)i_m_1 - (unsigned long long)((long long)start_1_i - 1);
    const _Bool loop_1_hits_1 = 1 <= loop_1_hit_1 && loop_1_hit_1 < loop_1_end && (int)(start_1_i + (int)(loop_1_hit_1 - 1)) == i_m_1;
    const unsigned long long loop_1_visit_1 = loop_1_hits_1 ? loop_1_hit_1 : loop_1_end;
    loop_1_seen = 0;
    if (loop_1_visit_1 < loop_1_end) {
      if (loop_1_visit_1 != loop_1_seen + 1) k = nondet_int();
      i = (int)(start_1_i + (int)(loop_1_visit_1 - 1));
      __CPROVER_assume(i < n);
      k = 0;
      /* the loop at line 8 */
      {
        const int start_2_k = k;
        const unsigned long long loop_2_trips = start_2_k < 50 ? (unsigned long long)50 - (unsigned long long)start_2_k : 0ULL;
        __CPROVER_assert(!((int)(start_2_k + (int)loop_2_trips) < 50) && loop_2_trips <= 4611686018427387904ULL, "trip count of loop 2 at line 8");
        const unsigned long long loop_2_end = nondet_unsigned_long_long();
        __CPROVER_assume(1 <= loop_2_end && loop_2_end <= loop_2_trips + 1);
        const unsigned long long loop_2_any = nondet_unsigned_long_long();
        const _Bool loop_2_any_runs = 1 <= loop_2_any && loop_2_any < loop_2_end;
        __CPROVER_assert(start_2_k == (int)(start_2_k + (int)(1ULL - 1)) && (!loop_2_any_runs || (int)((int)(start_2_k + (int)(loop_2_any - 1)) + 1) == (int)(start_2_k + (int)loop_2_any)), "closed form of k of loop 2 at line 8");
        __CPROVER_assert(!loop_2_any_runs || (loop_2_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_2_k + (int)(loop_2_any - 1)) - (unsigned long long)((long long)start_2_k - 1) == 1ULL * loop_2_any), "iteration that reaches i_m_2 by k of loop 2 at line 8");
        const unsigned long long loop_2_hit_1 = (unsigned long long)i_m_2 - (unsigned long long)((long long)start_2_k - 1);
        const _Bool loop_2_hits_1 = 1 <= loop_2_hit_1 && loop_2_hit_1 < loop_2_end && (int)(start_2_k + (int)(loop_2_hit_1 - 1)) == i_m_2;
        const unsigned long long loop_2_visit_1 = loop_2_hits_1 ? loop_2_hit_1 : loop_2_end;
        loop_2_seen = 0;
        if (loop_2_visit_1 < loop_2_end) {
          k = (int)(start_2_k + (int)(loop_2_visit_1 - 1));
          __CPROVER_assume(k < 50);
          write_m(i, k, i + k);
          k = k + 1;
          loop_2_seen = loop_2_visit_1;
        }
        k = (int)(start_2_k + (int)(loop_2_end - 1));
        __CPROVER_assume(!(k < 50));
      }
      i = i + 1;
      loop_1_seen = loop_1_visit_1;
    }
    if (loop_1_end != loop_1_seen + 1) k = nondet_int();
    i = (int)(start_1_i + (int)(loop_1_end - 1));
    __CPROVER_assume(!(i < n));
  }
  i_2 = 0;
  /* the loop at line 9 */
  {
    const int start_3_i_2 = i_2;
    const unsigned long long loop_3_trips = start_3_i_2 < n ? (unsigned long long)n - (unsigned long long)start_3_i_2 : 0ULL;
    __CPROVER_assert(!((int)(start_3_i_2 + (int)loop_3_trips) < n) && loop_3_trips <= 4611686018427387904ULL, "trip count of loop 3 at line 9");
    const unsigned long long loop_3_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_3_end && loop_3_end <= loop_3_trips + 1);
    const unsigned long long loop_3_any = nondet_unsigned_long_long();
    const _Bool loop_3_any_runs = 1 <= loop_3_any && loop_3_any < loop_3_end;
    __CPROVER_assert(start_3_i_2 == (int)(start_3_i_2 + (int)(1ULL - 1)) && (!loop_3_any_runs || (int)((int)(start_3_i_2 + (int)(loop_3_any - 1)) + 1) == (int)(start_3_i_2 + (int)loop_3_any)), "closed form of i_2 of loop 3 at line 9");
    const unsigned long long loop_3_hit_1 = (unsigned long long)i_m_1 - (unsigned long long)((long long)start_3_i_2 - 1);
    const _Bool loop_3_hits_1 = 1 <= loop_3_hit_1 && loop_3_hit_1 < loop_3_end && (int)(start_3_i_2 + (int)(loop_3_hit_1 - 1)) == i_m_1;
    const unsigned long long loop_3_visit_1 = loop_3_hits_1 ? loop_3_hit_1 : loop_3_end;
    loop_3_seen = 0;
    if (loop_3_visit_1 < loop_3_end) {
      if (loop_3_visit_1 != loop_3_seen + 1) k_2 = nondet_int();
      i_2 = (int)(start_3_i_2 + (int)(loop_3_visit_1 - 1));
      __CPROVER_assume(i_2 < n);
      k_2 = 0;
      /* the loop at line 10 */
      {
        const int start_4_k_2 = k_2;
        const unsigned long long loop_4_trips = start_4_k_2 < 50 ? (unsigned long long)50 - (unsigned long long)start_4_k_2 : 0ULL;
        __CPROVER_assert(!((int)(start_4_k_2 + (int)loop_4_trips) < 50) && loop_4_trips <= 4611686018427387904ULL, "trip count of loop 4 at line 10");
        const unsigned long long loop_4_end = nondet_unsigned_long_long();
        __CPROVER_assume(1 <= loop_4_end && loop_4_end <= loop_4_trips + 1);
        const unsigned long long loop_4_any = nondet_unsigned_long_long();
        const _Bool loop_4_any_runs = 1 <= loop_4_any && loop_4_any < loop_4_end;
        __CPROVER_assert(start_4_k_2 == (int)(start_4_k_2 + (int)(1ULL - 1)) && (!loop_4_any_runs || (int)((int)(start_4_k_2 + (int)(loop_4_any - 1)) + 1) == (int)(start_4_k_2 + (int)loop_4_any)), "closed form of k_2 of loop 4 at line 10");
        const unsigned long long loop_4_hit_1 = (unsigned long long)i_m_2 - (unsigned long long)((long long)start_4_k_2 - 1);
        const _Bool loop_4_hits_1 = 1 <= loop_4_hit_1 && loop_4_hit_1 < loop_4_end && (int)(start_4_k_2 + (int)(loop_4_hit_1 - 1)) == i_m_2;
        const unsigned long long loop_4_visit_1 = loop_4_hits_1 ? loop_4_hit_1 : loop_4_end;
        loop_4_seen = 0;
        if (loop_4_visit_1 < loop_4_end) {
          k_2 = (int)(start_4_k_2 + (int)(loop_4_visit_1 - 1));
          __CPROVER_assume(k_2 < 50);
          __CPROVER_assume(read_m(i_2, k_2) >= i_2);
          k_2 = k_2 + 1;
          loop_4_seen = loop_4_visit_1;
        }
        k_2 = (int)(start_4_k_2 + (int)(loop_4_end - 1));
        __CPROVER_assume(!(k_2 < 50));
      }
      i_2 = i_2 + 1;
      loop_3_seen = loop_3_visit_1;
    }
    if (loop_3_end != loop_3_seen + 1) k_2 = nondet_int();
    i_2 = (int)(start_3_i_2 + (int)(loop_3_end - 1));
    if (!(i_2 < n)) goto leave_3;
    k_2 = 0;
    /* the loop at line 10 */
    {
      const int start_5_k_2 = k_2;
      const unsigned long long loop_5_trips = start_5_k_2 < 50 ? (unsigned long long)50 - (unsigned long long)start_5_k_2 : 0ULL;
      __CPROVER_assert(!((int)(start_5_k_2 + (int)loop_5_trips) < 50) && loop_5_trips <= 4611686018427387904ULL, "trip count of loop 5 at line 10");
      const unsigned long long loop_5_end = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= loop_5_end && loop_5_end <= loop_5_trips + 1);
      const unsigned long long loop_5_any = nondet_unsigned_long_long();
      const _Bool loop_5_any_runs = 1 <= loop_5_any && loop_5_any < loop_5_end;
      __CPROVER_assert(start_5_k_2 == (int)(start_5_k_2 + (int)(1ULL - 1)) && (!loop_5_any_runs || (int)((int)(start_5_k_2 + (int)(loop_5_any - 1)) + 1) == (int)(start_5_k_2 + (int)loop_5_any)), "closed form of k_2 of loop 5 at line 10");
      const unsigned long long loop_5_hit_1 = (unsigned long long)i_m_2 - (unsigned long long)((long long)start_5_k_2 - 1);
      const _Bool loop_5_hits_1 = 1 <= loop_5_hit_1 && loop_5_hit_1 < loop_5_end && (int)(start_5_k_2 + (int)(loop_5_hit_1 - 1)) == i_m_2;
      const unsigned long long loop_5_visit_1 = loop_5_hits_1 ? loop_5_hit_1 : loop_5_end;
      loop_5_seen = 0;
      if (loop_5_visit_1 < loop_5_end) {
        k_2 = (int)(start_5_k_2 + (int)(loop_5_visit_1 - 1));
        __CPROVER_assume(k_2 < 50);
        __CPROVER_assume(read_m(i_2, k_2) >= i_2);
        k_2 = k_2 + 1;
        loop_5_seen = loop_5_visit_1;
      }
      k_2 = (int)(start_5_k_2 + (int)(loop_5_end - 1));
      if (!(k_2 < 50)) goto leave_5;
      if (nondet_bool()) {
        __CPROVER_assume(i_m_1 == i_2);
        __CPROVER_assume(i_m_2 == k_2);
        at_assertion(read_m(i_2, k_2) >= i_2);
        __CPROVER_assume(0);
      }
      k_2 = k_2 + 1;
      __CPROVER_assume(0);
      leave_5:;
    }
    i_2 = i_2 + 1;
    __CPROVER_assume(0);
    leave_3:;
  }
  return 0;
}
