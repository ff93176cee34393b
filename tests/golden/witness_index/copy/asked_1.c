/* input.c without arrays and loops, for the assertion at line 7: one cell of each array, at an arbitrary
   witness index, and of each loop the iterations that access it and the one that leaves it (P-witness). */
_Bool nondet_bool(void);
int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
static int i;
static int i_2;
static int i_3;
static unsigned long long loop_1_seen;
static unsigned long long loop_2_seen;
static unsigned long long loop_3_seen;
static long long i_b;   /* witness index */
static long long i_b_;   /* witness index */
static long long i_b__;   /* witness index */
static int x_b;   /* witness variable of b */
static int x_b_;   /* witness variable of b */
static int x_b__;   /* witness variable of b */
static int x_a;   /* witness variable of a */
static int x_a_;   /* witness variable of a */
static int x_a__;   /* witness variable of a */
static int read_b(long long index) {
  if (index == i_b) return x_b;
  if (index == i_b_) return x_b_;
  if (index == i_b__) return x_b__;
  return nondet_int();   /* another cell is arbitrary */
}

static void write_b(long long index, int value) {
  if (index == i_b) {
    x_b = value;
  }
  if (index == i_b_) {
    x_b_ = value;
  }
  if (index == i_b__) {
    x_b__ = value;
  }
}

static int read_a(long long index) {
  if (index == i_b) return x_a;
  if (index == i_b_) return x_a_;
  if (index == i_b__) return x_a__;
  return nondet_int();   /* another cell is arbitrary */
}

static void write_a(long long index, int value) {
  if (index == i_b) {
    x_a = value;
  }
  if (index == i_b_) {
    x_a_ = value;
  }
  if (index == i_b__) {
    x_a__ = value;
  }
}

static void at_assertion(_Bool holds) {
  __CPROVER_assert(holds, "the assertion at line 7 holds");
}

int main(void) {
  i_b = nondet_long_long();
  i_b_ = nondet_long_long();
  i_b__ = nondet_long_long();
  i = nondet_int();
  i_2 = nondet_int();
  i_3 = nondet_int();
  i = 0;
  /* the loop at line 5 */
  {
    const int start_1_i = i;
    const unsigned long long loop_1_trips = start_1_i < 1001 ? (unsigned long long)1001 - (unsigned long long)start_1_i : 0ULL;
    __CPROVER_assert(!((int)(start_1_i + (int)loop_1_trips) < 1001) && loop_1_trips <= 4611686018427387904ULL, "trip count of loop 1 at line 5");
    const unsigned long long loop_1_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_1_end && loop_1_end <= loop_1_trips + 1);
    const unsigned long long loop_1_any = nondet_unsigned_long_long();
    const _Bool loop_1_any_runs = 1 <= loop_1_any && loop_1_any < loop_1_end;
    __CPROVER_assert(start_1_i == (int)(start_1_i + (int)(1ULL - 1)) && (!loop_1_any_runs || (int)((int)(start_1_i + (int)(loop_1_any - 1)) + 1) == (int)(start_1_i + (int)loop_1_any)), "closed form of i of loop 1 at line 5");
    __CPROVER_assert(!loop_1_any_runs || (loop_1_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_1_i + (int)(loop_1_any - 1)) - (unsigned long long)((long long)start_1_i - 1) == 1ULL * loop_1_any), "iteration that reaches i_b by i of loop 1 at line 5");
    __CPROVER_assert(!loop_1_any_runs || (loop_1_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_1_i + (int)(loop_1_any - 1)) - (unsigned long long)((long long)start_1_i - 1) == 1ULL * loop_1_any), "iteration that reaches i_b_ by i of loop 1 at line 5");
    __CPROVER_assert(!loop_1_any_runs || (loop_1_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_1_i + (int)(loop_1_any - 1)) - (unsigned long long)((long long)start_1_i - 1) == 1ULL * loop_1_any), "iteration that reaches i_b__ by i of loop 1 at line 5");
    const unsigned long long loop_1_hit_1 = (unsigned long long)i_b - (unsigned long long)((long long)start_1_i - 1);
    const _Bool loop_1_hits_1 = 1 <= loop_1_hit_1 && loop_1_hit_1 < loop_1_end && (int)(start_1_i + (int)(loop_1_hit_1 - 1)) == i_b;
    const unsigned long long loop_1_hit_2 = (unsigned long long)i_b_ - (unsigned long long)((long long)start_1_i - 1);
    const _Bool loop_1_hits_2 = 1 <= loop_1_hit_2 && loop_1_hit_2 < loop_1_end && (int)(start_1_i + (int)(loop_1_hit_2 - 1)) == i_b_;
    const unsigned long long loop_1_hit_3 = (unsigned long long)i_b__ - (unsigned long long)((long long)start_1_i - 1);
    const _Bool loop_1_hits_3 = 1 <= loop_1_hit_3 && loop_1_hit_3 < loop_1_end && (int)(start_1_i + (int)(loop_1_hit_3 - 1)) == i_b__;
    const unsigned long long loop_1_visit_1 = nondet_unsigned_long_long();
    const unsigned long long loop_1_visit_2 = nondet_unsigned_long_long();
    const unsigned long long loop_1_visit_3 = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_1_visit_1 && loop_1_visit_1 <= loop_1_end);
    __CPROVER_assume(loop_1_visit_2 <= loop_1_end && (loop_1_visit_1 < loop_1_visit_2 || loop_1_visit_2 == loop_1_end));
    __CPROVER_assume(loop_1_visit_3 <= loop_1_end && (loop_1_visit_2 < loop_1_visit_3 || loop_1_visit_3 == loop_1_end));
    __CPROVER_assume(!loop_1_hits_1 || loop_1_hit_1 == loop_1_visit_1 || loop_1_hit_1 == loop_1_visit_2 || loop_1_hit_1 == loop_1_visit_3);
    __CPROVER_assume(!loop_1_hits_2 || loop_1_hit_2 == loop_1_visit_1 || loop_1_hit_2 == loop_1_visit_2 || loop_1_hit_2 == loop_1_visit_3);
    __CPROVER_assume(!loop_1_hits_3 || loop_1_hit_3 == loop_1_visit_1 || loop_1_hit_3 == loop_1_visit_2 || loop_1_hit_3 == loop_1_visit_3);
    __CPROVER_assume(loop_1_visit_1 == loop_1_end || (loop_1_hits_1 && loop_1_visit_1 == loop_1_hit_1) || (loop_1_hits_2 && loop_1_visit_1 == loop_1_hit_2) || (loop_1_hits_3 && loop_1_visit_1 == loop_1_hit_3));
    __CPROVER_assume(loop_1_visit_2 == loop_1_end || (loop_1_hits_1 && loop_1_visit_2 == loop_1_hit_1) || (loop_1_hits_2 && loop_1_visit_2 == loop_1_hit_2) || (loop_1_hits_3 && loop_1_visit_2 == loop_1_hit_3));
    __CPROVER_assume(loop_1_visit_3 == loop_1_end || (loop_1_hits_1 && loop_1_visit_3 == loop_1_hit_1) || (loop_1_hits_2 && loop_1_visit_3 == loop_1_hit_2) || (loop_1_hits_3 && loop_1_visit_3 == loop_1_hit_3));
    loop_1_seen = 0;
    if (loop_1_visit_1 < loop_1_end) {
      i = (int)(start_1_i + (int)(loop_1_visit_1 - 1));
      __CPROVER_assume(i < 1001);
      write_b(i, nondet_int());
      i = i + 1;
      loop_1_seen = loop_1_visit_1;
    }
    if (loop_1_visit_2 < loop_1_end) {
      i = (int)(start_1_i + (int)(loop_1_visit_2 - 1));
      __CPROVER_assume(i < 1001);
      write_b(i, nondet_int());
      i = i + 1;
      loop_1_seen = loop_1_visit_2;
    }
    if (loop_1_visit_3 < loop_1_end) {
      i = (int)(start_1_i + (int)(loop_1_visit_3 - 1));
      __CPROVER_assume(i < 1001);
      write_b(i, nondet_int());
      i = i + 1;
      loop_1_seen = loop_1_visit_3;
    }
    i = (int)(start_1_i + (int)(loop_1_end - 1));
    __CPROVER_assume(!(i < 1001));
  }
  i_2 = 0;
  /* the loop at line 6 */
  {
    const int start_2_i_2 = i_2;
    const unsigned long long loop_2_trips = start_2_i_2 < 1000 ? (unsigned long long)1000 - (unsigned long long)start_2_i_2 : 0ULL;
    __CPROVER_assert(!((int)(start_2_i_2 + (int)loop_2_trips) < 1000) && loop_2_trips <= 4611686018427387904ULL, "trip count of loop 2 at line 6");
    const unsigned long long loop_2_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_2_end && loop_2_end <= loop_2_trips + 1);
    const unsigned long long loop_2_any = nondet_unsigned_long_long();
    const _Bool loop_2_any_runs = 1 <= loop_2_any && loop_2_any < loop_2_end;
    __CPROVER_assert(start_2_i_2 == (int)(start_2_i_2 + (int)(1ULL - 1)) && (!loop_2_any_runs || (int)((int)(start_2_i_2 + (int)(loop_2_any - 1)) + 1) == (int)(start_2_i_2 + (int)loop_2_any)), "closed form of i_2 of loop 2 at line 6");
    __CPROVER_assert(!loop_2_any_runs || (loop_2_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_2_i_2 + (int)(loop_2_any - 1)) - (unsigned long long)((long long)start_2_i_2 - 1) == 1ULL * loop_2_any), "iteration that reaches i_b by i_2 of loop 2 at line 6");
    __CPROVER_assert(!loop_2_any_runs || (loop_2_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_2_i_2 + (int)(loop_2_any - 1)) - (unsigned long long)((long long)start_2_i_2 - 1) == 1ULL * loop_2_any), "iteration that reaches i_b_ by i_2 of loop 2 at line 6");
    __CPROVER_assert(!loop_2_any_runs || (loop_2_any <= 9223372036854775808ULL && (unsigned long long)(int)(start_2_i_2 + (int)(loop_2_any - 1)) - (unsigned long long)((long long)start_2_i_2 - 1) == 1ULL * loop_2_any), "iteration that reaches i_b__ by i_2 of loop 2 at line 6");
    const unsigned long long loop_2_hit_1 = (unsigned long long)i_b - (unsigned long long)((long long)start_2_i_2 - 1);
    const _Bool loop_2_hits_1 = 1 <= loop_2_hit_1 && loop_2_hit_1 < loop_2_end && (int)(start_2_i_2 + (int)(loop_2_hit_1 - 1)) == i_b;
    const unsigned long long loop_2_hit_2 = (unsigned long long)i_b_ - (unsigned long long)((long long)start_2_i_2 - 1);
    const _Bool loop_2_hits_2 = 1 <= loop_2_hit_2 && loop_2_hit_2 < loop_2_end && (int)(start_2_i_2 + (int)(loop_2_hit_2 - 1)) == i_b_;
    const unsigned long long loop_2_hit_3 = (unsigned long long)i_b__ - (unsigned long long)((long long)start_2_i_2 - 1);
    const _Bool loop_2_hits_3 = 1 <= loop_2_hit_3 && loop_2_hit_3 < loop_2_end && (int)(start_2_i_2 + (int)(loop_2_hit_3 - 1)) == i_b__;
    const unsigned long long loop_2_visit_1 = nondet_unsigned_long_long();
    const unsigned long long loop_2_visit_2 = nondet_unsigned_long_long();
    const unsigned long long loop_2_visit_3 = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_2_visit_1 && loop_2_visit_1 <= loop_2_end);
    __CPROVER_assume(loop_2_visit_2 <= loop_2_end && (loop_2_visit_1 < loop_2_visit_2 || loop_2_visit_2 == loop_2_end));
    __CPROVER_assume(loop_2_visit_3 <= loop_2_end && (loop_2_visit_2 < loop_2_visit_3 || loop_2_visit_3 == loop_2_end));
    __CPROVER_assume(!loop_2_hits_1 || loop_2_hit_1 == loop_2_visit_1 || loop_2_hit_1 == loop_2_visit_2 || loop_2_hit_1 == loop_2_visit_3);
    __CPROVER_assume(!loop_2_hits_2 || loop_2_hit_2 == loop_2_visit_1 || loop_2_hit_2 == loop_2_visit_2 || loop_2_hit_2 == loop_2_visit_3);
    __CPROVER_assume(!loop_2_hits_3 || loop_2_hit_3 == loop_2_visit_1 || loop_2_hit_3 == loop_2_visit_2 || loop_2_hit_3 == loop_2_visit_3);
    __CPROVER_assume(loop_2_visit_1 == loop_2_end || (loop_2_hits_1 && loop_2_visit_1 == loop_2_hit_1) || (loop_2_hits_2 && loop_2_visit_1 == loop_2_hit_2) || (loop_2_hits_3 && loop_2_visit_1 == loop_2_hit_3));
    __CPROVER_assume(loop_2_visit_2 == loop_2_end || (loop_2_hits_1 && loop_2_visit_2 == loop_2_hit_1) || (loop_2_hits_2 && loop_2_visit_2 == loop_2_hit_2) || (loop_2_hits_3 && loop_2_visit_2 == loop_2_hit_3));
    __CPROVER_assume(loop_2_visit_3 == loop_2_end || (loop_2_hits_1 && loop_2_visit_3 == loop_2_hit_1) || (loop_2_hits_2 && loop_2_visit_3 == loop_2_hit_2) || (loop_2_hits_3 && loop_2_visit_3 == loop_2_hit_3));
    loop_2_seen = 0;
    if (loop_2_visit_1 < loop_2_end) {
      i_2 = (int)(start_2_i_2 + (int)(loop_2_visit_1 - 1));
      __CPROVER_assume(i_2 < 1000);
      write_a(i_2, read_b(i_2 + 1));
      i_2 = i_2 + 1;
      loop_2_seen = loop_2_visit_1;
    }
    if (loop_2_visit_2 < loop_2_end) {
      i_2 = (int)(start_2_i_2 + (int)(loop_2_visit_2 - 1));
      __CPROVER_assume(i_2 < 1000);
      write_a(i_2, read_b(i_2 + 1));
      i_2 = i_2 + 1;
      loop_2_seen = loop_2_visit_2;
    }
    if (loop_2_visit_3 < loop_2_end) {
      i_2 = (int)(start_2_i_2 + (int)(loop_2_visit_3 - 1));
      __CPROVER_assume(i_2 < 1000);
      write_a(i_2, read_b(i_2 + 1));
      i_2 = i_2 + 1;
      loop_2_seen = loop_2_visit_3;
    }
    i_2 = (int)(start_2_i_2 + (int)(loop_2_end - 1));
    __CPROVER_assume(!(i_2 < 1000));
  }
  i_3 = 0;
  /* the loop at line 7 */
  {
    const int start_3_i_3 = i_3;
    const unsigned long long loop_3_trips = start_3_i_3 < 1000 ? (unsigned long long)1000 - (unsigned long long)start_3_i_3 : 0ULL;
    __CPROVER_assert(!((int)(start_3_i_3 + (int)loop_3_trips) < 1000) && loop_3_trips <= 4611686018427387904ULL, "trip count of loop 3 at line 7");
    const unsigned long long loop_3_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_3_end && loop_3_end <= loop_3_trips + 1);
    const unsigned long long loop_3_any = nondet_unsigned_long_long();
    const _Bool loop_3_any_runs = 1 <= loop_3_any && loop_3_any < loop_3_end;
    __CPROVER_assert(start_3_i_3 == (int)(start_3_i_3 + (int)(1ULL - 1)) && (!loop_3_any_runs || (int)((int)(start_3_i_3 + (int)(loop_3_any - 1)) + 1) == (int)(start_3_i_3 + (int)loop_3_any)), "closed form of i_3 of loop 3 at line 7");
    const unsigned long long loop_3_hit_1 = (unsigned long long)i_b - (unsigned long long)((long long)start_3_i_3 - 1);
    const _Bool loop_3_hits_1 = 1 <= loop_3_hit_1 && loop_3_hit_1 < loop_3_end && (int)(start_3_i_3 + (int)(loop_3_hit_1 - 1)) == i_b;
    const unsigned long long loop_3_hit_2 = (unsigned long long)i_b_ - (unsigned long long)((long long)start_3_i_3 - 1);
    const _Bool loop_3_hits_2 = 1 <= loop_3_hit_2 && loop_3_hit_2 < loop_3_end && (int)(start_3_i_3 + (int)(loop_3_hit_2 - 1)) == i_b_;
    const unsigned long long loop_3_hit_3 = (unsigned long long)i_b__ - (unsigned long long)((long long)start_3_i_3 - 1);
    const _Bool loop_3_hits_3 = 1 <= loop_3_hit_3 && loop_3_hit_3 < loop_3_end && (int)(start_3_i_3 + (int)(loop_3_hit_3 - 1)) == i_b__;
    const unsigned long long loop_3_visit_1 = nondet_unsigned_long_long();
    const unsigned long long loop_3_visit_2 = nondet_unsigned_long_long();
    const unsigned long long loop_3_visit_3 = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_3_visit_1 && loop_3_visit_1 <= loop_3_end);
    __CPROVER_assume(loop_3_visit_2 <= loop_3_end && (loop_3_visit_1 < loop_3_visit_2 || loop_3_visit_2 == loop_3_end));
    __CPROVER_assume(loop_3_visit_3 <= loop_3_end && (loop_3_visit_2 < loop_3_visit_3 || loop_3_visit_3 == loop_3_end));
    __CPROVER_assume(!loop_3_hits_1 || loop_3_hit_1 == loop_3_visit_1 || loop_3_hit_1 == loop_3_visit_2 || loop_3_hit_1 == loop_3_visit_3);
    __CPROVER_assume(!loop_3_hits_2 || loop_3_hit_2 == loop_3_visit_1 || loop_3_hit_2 == loop_3_visit_2 || loop_3_hit_2 == loop_3_visit_3);
    __CPROVER_assume(!loop_3_hits_3 || loop_3_hit_3 == loop_3_visit_1 || loop_3_hit_3 == loop_3_visit_2 || loop_3_hit_3 == loop_3_visit_3);
    __CPROVER_assume(loop_3_visit_1 == loop_3_end || (loop_3_hits_1 && loop_3_visit_1 == loop_3_hit_1) || (loop_3_hits_2 && loop_3_visit_1 == loop_3_hit_2) || (loop_3_hits_3 && loop_3_visit_1 == loop_3_hit_3));
    __CPROVER_assume(loop_3_visit_2 == loop_3_end || (loop_3_hits_1 && loop_3_visit_2 == loop_3_hit_1) || (loop_3_hits_2 && loop_3_visit_2 == loop_3_hit_2) || (loop_3_hits_3 && loop_3_visit_2 == loop_3_hit_3));
    __CPROVER_assume(loop_3_visit_3 == loop_3_end || (loop_3_hits_1 && loop_3_visit_3 == loop_3_hit_1) || (loop_3_hits_2 && loop_3_visit_3 == loop_3_hit_2) || (loop_3_hits_3 && loop_3_visit_3 == loop_3_hit_3));
    loop_3_seen = 0;
    if (loop_3_visit_1 < loop_3_end) {
      i_3 = (int)(start_3_i_3 + (int)(loop_3_visit_1 - 1));
      __CPROVER_assume(i_3 < 1000);
      __CPROVER_assume(read_a(i_3) == read_b(i_3 + 1));
      i_3 = i_3 + 1;
      loop_3_seen = loop_3_visit_1;
    }
    if (loop_3_visit_2 < loop_3_end) {
      i_3 = (int)(start_3_i_3 + (int)(loop_3_visit_2 - 1));
      __CPROVER_assume(i_3 < 1000);
      __CPROVER_assume(read_a(i_3) == read_b(i_3 + 1));
      i_3 = i_3 + 1;
      loop_3_seen = loop_3_visit_2;
    }
    if (loop_3_visit_3 < loop_3_end) {
      i_3 = (int)(start_3_i_3 + (int)(loop_3_visit_3 - 1));
      __CPROVER_assume(i_3 < 1000);
      __CPROVER_assume(read_a(i_3) == read_b(i_3 + 1));
      i_3 = i_3 + 1;
      loop_3_seen = loop_3_visit_3;
    }
    i_3 = (int)(start_3_i_3 + (int)(loop_3_end - 1));
    if (!(i_3 < 1000)) goto leave_3;
    if (nondet_bool()) {
      __CPROVER_assume(i_b == i_3);
      __CPROVER_assume(i_b_ == i_3 + 1);
      __CPROVER_assume(i_b__ == i_3 + 2);
      at_assertion(read_a(i_3) == read_b(i_3 + 1));
      __CPROVER_assume(0);
    }
    i_3 = i_3 + 1;
    __CPROVER_assume(0);
    leave_3:;
  }
  return 0;
}
