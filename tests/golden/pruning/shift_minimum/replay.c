/* A replay of input.c for the assertion at line 13 (theory 3.3): every loop runs only iterations near one of 4
   chosen columns. A violating run survives in the columns of its last-value assignments:
   1 for cells read outside of loops,
   1 for scalars of line 9,
   1 for cells read outside of loops,
   1 for scalars of line 12.
   */
int nondet_int(void);
long long nondet_long_long(void);

static int i;
static int before;
static int after_shift;
static int l;
static unsigned long long past;
static long long T[4];
static int a[__CPROVER_constant_infinity_uint];

int main(void) {
  i = nondet_int();
  before = nondet_int();
  after_shift = nondet_int();

  T[0] = nondet_long_long();
  __CPROVER_assume(-1125899906842624LL <= T[0] && T[0] <= 1125899906842624LL);
  T[1] = nondet_long_long();
  __CPROVER_assume(T[0] <= T[1] && T[1] <= 1125899906842624LL);
  T[2] = nondet_long_long();
  __CPROVER_assume(T[1] <= T[2] && T[2] <= 1125899906842624LL);
  T[3] = nondet_long_long();
  __CPROVER_assume(T[2] <= T[3] && T[3] <= 1125899906842624LL);
  i = 0;
  /* the loop at line 7 */
  {
    const int start_1_i = i;
    const unsigned long long trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
    const long long first_1 = (long long)start_1_i - 1;
    past = 0;
    l = 0;
    for (; l <= 3; l = l + 1) {
      const long long scaled = T[l] - first_1;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_1) continue;
      past = itno;
      i = (int)(start_1_i + (int)(itno - 1));
      a[i] = nondet_int();
      i = i + 1;
    }
    i = (int)(start_1_i + (int)trips_1);
    leave_1:;
  }
  __CPROVER_assume((long long)0 - 1 < -1125899906842624LL || (long long)0 - 1 > 1125899906842624LL || T[0] == (long long)0 - 1 || T[1] == (long long)0 - 1 || T[2] == (long long)0 - 1 || T[3] == (long long)0 - 1);
  before = a[0];
  i = 1;
  /* the loop at line 9 */
  {
    const int start_2_i = i;
    const unsigned long long trips_2 = start_2_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i : 0ULL;
    const long long first_2 = (long long)start_2_i - 1;
    past = 0;
    l = 0;
    for (; l <= 3; l = l + 1) {
      const long long scaled = T[l] - first_2;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_2) continue;
      past = itno;
      i = (int)(start_2_i + (int)(itno - 1));
      if (a[i] < before) before = a[i];
      i = i + 1;
    }
    i = (int)(start_2_i + (int)trips_2);
    leave_2:;
  }
  __CPROVER_assume((long long)0 - 1 < -1125899906842624LL || (long long)0 - 1 > 1125899906842624LL || T[0] == (long long)0 - 1 || T[1] == (long long)0 - 1 || T[2] == (long long)0 - 1 || T[3] == (long long)0 - 1);
  after_shift = a[0];
  i = 1;
  /* the loop at line 11 */
  {
    const int start_3_i = i;
    const unsigned long long trips_3 = start_3_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_3_i : 0ULL;
    const long long first_3 = (long long)start_3_i - 1;
    past = 0;
    l = 0;
    for (; l <= 3; l = l + 1) {
      const long long scaled = T[l] - first_3;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_3) continue;
      past = itno;
      i = (int)(start_3_i + (int)(itno - 1));
      a[i - 1] = a[i];
      i = i + 1;
    }
    i = (int)(start_3_i + (int)trips_3);
    leave_3:;
  }
  i = 0;
  /* the loop at line 12 */
  {
    const int start_4_i = i;
    const unsigned long long trips_4 = start_4_i < 99999 ? (unsigned long long)99999 - (unsigned long long)start_4_i : 0ULL;
    const long long first_4 = (long long)start_4_i;
    past = 0;
    l = 0;
    for (; l <= 3; l = l + 1) {
      const long long scaled = T[l] - first_4;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_4) continue;
      past = itno;
      i = (int)(start_4_i + (int)(itno - 1));
      if (a[i] < after_shift) after_shift = a[i];
      i = i + 1;
    }
    i = (int)(start_4_i + (int)trips_4);
    leave_4:;
  }
  __CPROVER_assert(before == after_shift, "the assertion holds in every replay");
  return 0;
}
