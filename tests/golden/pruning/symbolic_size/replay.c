/* A replay of input.c for the assertion at line 12 (theory 3.3): every loop runs only iterations near one of 3
   chosen columns. A violating run survives in the columns of its last-value assignments:
   1 for cells read outside of loops,
   1 for scalars of line 11,
   1 for the failing assertion.
   */
int nondet_int(void);
long long nondet_long_long(void);

static int n;
static int i;
static int m;
static int l;
static unsigned long long past;
static long long T[3];
static int a[__CPROVER_constant_infinity_uint];
static int b[__CPROVER_constant_infinity_uint];

int main(void) {
  __CPROVER_havoc_object(a);
  __CPROVER_havoc_object(b);
  n = nondet_int();
  i = nondet_int();
  m = nondet_int();

  T[0] = nondet_long_long();
  __CPROVER_assume(-1125899906842624LL <= T[0] && T[0] <= 1125899906842624LL);
  T[1] = nondet_long_long();
  __CPROVER_assume(T[0] <= T[1] && T[1] <= 1125899906842624LL);
  T[2] = nondet_long_long();
  __CPROVER_assume(T[1] <= T[2] && T[2] <= 1125899906842624LL);
  n = nondet_int();
  if (n < 1 || n > 1000000) __CPROVER_assume(0);
  i = n - 1;
  /* the loop at line 9 */
  {
    const int start_1_i = i;
    const unsigned long long trips_1 = start_1_i >= 0 ? (unsigned long long)start_1_i - (unsigned long long)0 + 1ULL : 0ULL;
    const long long first_1 = (long long)start_1_i;
    past = 0;
    l = 2;
    for (; l >= 0; l = l - 1) {
      const long long scaled = first_1 - T[l];
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_1) continue;
      past = itno;
      i = (int)(start_1_i - (int)(itno - 1));
      b[i] = a[i];
      i = i - 1;
    }
    i = (int)(start_1_i - (int)trips_1);
    leave_1:;
  }
  __CPROVER_assume((long long)0 < -1125899906842624LL || (long long)0 > 1125899906842624LL || T[0] == (long long)0 || T[1] == (long long)0 || T[2] == (long long)0);
  m = b[0];
  i = 0;
  /* the loop at line 11 */
  {
    const int start_2_i = i;
    const unsigned long long trips_2 = start_2_i < n ? (unsigned long long)n - (unsigned long long)start_2_i : 0ULL;
    const long long first_2 = (long long)start_2_i;
    past = 0;
    l = 0;
    for (; l <= 2; l = l + 1) {
      const long long scaled = T[l] - first_2;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_2) continue;
      past = itno;
      i = (int)(start_2_i + (int)(itno - 1));
      if (b[i] > m) m = b[i];
      i = i + 1;
    }
    i = (int)(start_2_i + (int)trips_2);
    leave_2:;
  }
  i = 0;
  /* the loop at line 12 */
  {
    const int start_3_i = i;
    const unsigned long long trips_3 = start_3_i < n ? (unsigned long long)n - (unsigned long long)start_3_i : 0ULL;
    const long long first_3 = (long long)start_3_i;
    past = 0;
    l = 0;
    for (; l <= 2; l = l + 1) {
      const long long scaled = T[l] - first_3;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_3) continue;
      past = itno;
      i = (int)(start_3_i + (int)(itno - 1));
      __CPROVER_assert(a[i] <= m, "the assertion holds in every replay");
      i = i + 1;
    }
    i = (int)(start_3_i + (int)trips_3);
    leave_3:;
  }
  return 0;
}
