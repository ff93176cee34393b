/* input.c without arrays and loops, for the assertion at line 10: one cell of each array, at an arbitrary
   witness index, and of each loop the iterations that access it and the one that leaves it (P-witness). */
_Bool nondet_bool(void);
int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
static int n;
static int i;
static int v;
static int i_2;
static unsigned long long loop_1_seen;
static unsigned long long loop_2_seen;
static _Bool n_written;
static long long i_positive;   /* witness index */
static long long j_positive;   /* an index that this iteration reaches, and its cell */
static int y_positive;
static int x_positive;   /* witness variable of positive */
static _Bool x_positive_written;
static int read_positive(long long index) {
  if (index == i_positive) return x_positive;
  if (index == j_positive) return y_positive;
  return nondet_int();   /* another cell is arbitrary */
}

static void write_positive(long long index, int value) {
  if (index == i_positive) {
    x_positive = value;
    x_positive_written = 1;
  }
  if (index == j_positive) y_positive = value;
}

static void at_assertion(_Bool holds) {
  __CPROVER_assert(holds, "the assertion at line 10 holds");
}

int main(void) {
  i_positive = nondet_long_long();
  j_positive = nondet_long_long();
  y_positive = nondet_int();
  n = nondet_int();
  i = nondet_int();
  v = nondet_int();
  i_2 = nondet_int();
  n = 0;
  i = 0;
  /* the loop at line 6 */
  {
    const int start_1_i = i;
    const unsigned long long loop_1_trips = start_1_i < 1000 ? (unsigned long long)1000 - (unsigned long long)start_1_i : 0ULL;
    const unsigned long long loop_1_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_1_end && loop_1_end <= loop_1_trips + 1);
    const unsigned long long loop_1_visit_1 = nondet_unsigned_long_long();
    const unsigned long long loop_1_visit_2 = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_1_visit_1 && loop_1_visit_1 <= loop_1_end);
    __CPROVER_assume(loop_1_visit_2 <= loop_1_end && (loop_1_visit_1 < loop_1_visit_2 || loop_1_visit_2 == loop_1_end));
    const int loop_1_last_x_positive = nondet_int();
    __CPROVER_assume(0 <= loop_1_last_x_positive && loop_1_last_x_positive <= 2);
    const int loop_1_last_n = nondet_int();
    __CPROVER_assume(0 <= loop_1_last_n && loop_1_last_n <= 2);
    loop_1_seen = 0;
    if (loop_1_visit_1 < loop_1_end) {
      if (loop_1_visit_1 != loop_1_seen + 1) {
        const int kept_n = n;
        if (loop_1_last_n >= 1) n = nondet_int();
        v = nondet_int();
        __CPROVER_assume(n >= kept_n);
        __CPROVER_assume(n <= kept_n);
        __CPROVER_assume((long long)n - (long long)kept_n <= (long long)(loop_1_visit_1 - (loop_1_seen + 1)));
        __CPROVER_assume((long long)kept_n - (long long)n <= (long long)(loop_1_visit_1 - (loop_1_seen + 1)));
        if (loop_1_last_x_positive >= 1) x_positive = nondet_int();
        y_positive = nondet_int();
      }
      i = (int)(start_1_i + (int)(loop_1_visit_1 - 1));
      const _Bool at_x_positive_written = x_positive_written;
      x_positive_written = 0;
      const _Bool at_n_written = n_written;
      n_written = 0;
      __CPROVER_assume(i < 1000);
      v = nondet_int();
      if (v > 0) {
        write_positive(n, v);
        n = n + 1;
        n_written = 1;
      }
      i = i + 1;
      __CPROVER_assume(loop_1_last_x_positive != 1 || x_positive_written);
      x_positive_written = x_positive_written || at_x_positive_written;
      __CPROVER_assume(loop_1_last_n != 1 || n_written);
      n_written = n_written || at_n_written;
      loop_1_seen = loop_1_visit_1;
    }
    if (loop_1_visit_2 < loop_1_end) {
      if (loop_1_visit_2 != loop_1_seen + 1) {
        const int kept_n = n;
        if (loop_1_last_n >= 2) n = nondet_int();
        v = nondet_int();
        __CPROVER_assume(n >= kept_n);
        __CPROVER_assume(n <= kept_n);
        __CPROVER_assume((long long)n - (long long)kept_n <= (long long)(loop_1_visit_2 - (loop_1_seen + 1)));
        __CPROVER_assume((long long)kept_n - (long long)n <= (long long)(loop_1_visit_2 - (loop_1_seen + 1)));
        if (loop_1_last_x_positive >= 2) x_positive = nondet_int();
        y_positive = nondet_int();
      }
      i = (int)(start_1_i + (int)(loop_1_visit_2 - 1));
      const _Bool at_x_positive_written = x_positive_written;
      x_positive_written = 0;
      const _Bool at_n_written = n_written;
      n_written = 0;
      __CPROVER_assume(i < 1000);
      v = nondet_int();
      if (v > 0) {
        write_positive(n, v);
        n = n + 1;
        n_written = 1;
      }
      i = i + 1;
      __CPROVER_assume(loop_1_last_x_positive != 2 || x_positive_written);
      x_positive_written = x_positive_written || at_x_positive_written;
      __CPROVER_assume(loop_1_last_n != 2 || n_written);
      n_written = n_written || at_n_written;
      loop_1_seen = loop_1_visit_2;
    }
    if (loop_1_end != loop_1_seen + 1) {
      const int kept_n = n;
      v = nondet_int();
      __CPROVER_assume(n >= kept_n);
      __CPROVER_assume(n <= kept_n);
      __CPROVER_assume((long long)n - (long long)kept_n <= (long long)(loop_1_end - (loop_1_seen + 1)));
      __CPROVER_assume((long long)kept_n - (long long)n <= (long long)(loop_1_end - (loop_1_seen + 1)));
      y_positive = nondet_int();
    }
    i = (int)(start_1_i + (int)(loop_1_end - 1));
    __CPROVER_assume(!(i < 1000));
  }
  i_2 = 0;
  /* the loop at line 10 */
  {
    const int start_2_i_2 = i_2;
    const unsigned long long loop_2_trips = start_2_i_2 < 1000 ? (unsigned long long)1000 - (unsigned long long)start_2_i_2 : 0ULL;
    const unsigned long long loop_2_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_2_end && loop_2_end <= loop_2_trips + 1);
    const unsigned long long loop_2_hit_1 = (unsigned long long)i_positive - (unsigned long long)(1LL * (long long)start_2_i_2 + -1LL);
    const _Bool loop_2_hits_1 = 1 <= loop_2_hit_1 && loop_2_hit_1 < loop_2_end && (int)(start_2_i_2 + (int)(loop_2_hit_1 - 1)) == i_positive;
    const unsigned long long loop_2_visit_1 = loop_2_hits_1 ? loop_2_hit_1 : loop_2_end;
    loop_2_seen = 0;
    if (loop_2_visit_1 < loop_2_end) {
      i_2 = (int)(start_2_i_2 + (int)(loop_2_visit_1 - 1));
      j_positive = i_2;
      y_positive = nondet_int();
      __CPROVER_assume(i_2 < 1000);
      __CPROVER_assume(read_positive(i_2) >= 0);
      i_2 = i_2 + 1;
      loop_2_seen = loop_2_visit_1;
    }
    i_2 = (int)(start_2_i_2 + (int)(loop_2_end - 1));
    j_positive = i_2;
    y_positive = nondet_int();
    if (!(i_2 < 1000)) goto leave_2;
    if (nondet_bool()) {
      __CPROVER_assume(i_positive == i_2);
      at_assertion(read_positive(i_2) >= 0);
      __CPROVER_assume(0);
    }
    __CPROVER_assume(0);
    leave_2:;
  }
  return 0;
}
