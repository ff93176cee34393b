/* input.c without arrays and loops, for the assertion at line 10: one cell of each array, at an arbitrary
   witness index, and of each loop the iterations that access it and the one that leaves it (P-witness). */
_Bool nondet_bool(void);
int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);
static int i;
static unsigned long long loop_1_seen;
static long long i_a;   /* witness index */
static int x_a;   /* witness variable of a */
static int read_a(long long index) {
  if (index == i_a) return x_a;
  return nondet_int();   /* another cell is arbitrary */
}

static void write_a(long long index, int value) {
  if (index == i_a) {
    x_a = value;
  }
}

static void at_assertion(_Bool holds) {
  __CPROVER_assert(holds, "the assertion at line 10 holds");
}

int main(void) {
  i_a = nondet_long_long();
  i = nondet_int();
  i = 0;
  /* the loop at line 6 */
  {
    const int start_1_i = i;
    const unsigned long long loop_1_trips = start_1_i < 1000 ? (unsigned long long)1000 - (unsigned long long)start_1_i : 0ULL;
    const unsigned long long loop_1_end = nondet_unsigned_long_long();
    __CPROVER_assume(1 <= loop_1_end && loop_1_end <= loop_1_trips + 1);
    const unsigned long long loop_1_hit_1 = (unsigned long long)i_a - (unsigned long long)(1LL * (long long)start_1_i + -1LL);
    const _Bool loop_1_hits_1 = 1 <= loop_1_hit_1 && loop_1_hit_1 < loop_1_end && (int)(start_1_i + (int)(loop_1_hit_1 - 1)) == i_a;
    const unsigned long long loop_1_visit_1 = loop_1_hits_1 ? loop_1_hit_1 : loop_1_end;
    loop_1_seen = 0;
    if (loop_1_visit_1 < loop_1_end) {
      i = (int)(start_1_i + (int)(loop_1_visit_1 - 1));
      __CPROVER_assume(i < 1000);
      write_a(i, nondet_int());
      if (read_a(i) == 0) __CPROVER_assume(0);
      i = i + 1;
      loop_1_seen = loop_1_visit_1;
    }
    i = (int)(start_1_i + (int)(loop_1_end - 1));
    if (!(i < 1000)) goto leave_1;
    write_a(i, nondet_int());
    if (read_a(i) == 0) goto leave_1;
    __CPROVER_assume(0);
    leave_1:;
  }
  if (nondet_bool()) {
    __CPROVER_assume(i_a == i);
    at_assertion(i == 1000 || read_a(i) == 0);
    __CPROVER_assume(0);
  }
  return 0;
}
