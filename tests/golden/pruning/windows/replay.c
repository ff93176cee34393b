/* A replay of input.c for the assertion at line 10 (theory 3.3): every loop runs only iterations near one of 1
   chosen column. A violating run survives in the columns of its last-value assignments:
   1 for the failing assertion.
   */
int nondet_int(void);
long long nondet_long_long(void);

static int i;
static int input;
static int l;
static int o;
static unsigned long long past;
static long long T[1];
static int a[__CPROVER_constant_infinity_uint];
static int b[__CPROVER_constant_infinity_uint];
static int c[__CPROVER_constant_infinity_uint];

int main(void) {
  i = nondet_int();
  input = nondet_int();

  T[0] = nondet_long_long();
  __CPROVER_assume(-1125899906842624LL <= T[0] && T[0] <= 1125899906842624LL);
  i = 0;
  /* the loop at line 7 */
  {
    const int start_1_i = i;
    const unsigned long long trips_1 = start_1_i < 100002 ? (unsigned long long)100002 - (unsigned long long)start_1_i : 0ULL;
    const long long first_1 = (long long)start_1_i - 2;
    past = 0;
    l = 0;
    for (; l <= 0; l = l + 1) {
      o = -1;
      for (; o <= 0; o = o + 1) {
        const long long scaled = T[l] + o - first_1;
        const unsigned long long itno = (unsigned long long)scaled + 1;
        if (scaled < 0 || itno <= past || itno > trips_1) continue;
        past = itno;
        i = (int)(start_1_i + (int)(itno - 1));
        input = nondet_int();
        a[i] = input & 1023;
        i = i + 1;
      }
    }
    i = (int)(start_1_i + (int)trips_1);
    leave_1:;
  }
  i = 0;
  /* the loop at line 8 */
  {
    const int start_2_i = i;
    const unsigned long long trips_2 = start_2_i < 100001 ? (unsigned long long)100001 - (unsigned long long)start_2_i : 0ULL;
    const long long first_2 = (long long)start_2_i - 1;
    past = 0;
    l = 0;
    for (; l <= 0; l = l + 1) {
      const long long scaled = T[l] - first_2;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_2) continue;
      past = itno;
      i = (int)(start_2_i + (int)(itno - 1));
      b[i] = a[i] + a[i + 1];
      i = i + 1;
    }
    i = (int)(start_2_i + (int)trips_2);
    leave_2:;
  }
  i = 0;
  /* the loop at line 9 */
  {
    const int start_3_i = i;
    const unsigned long long trips_3 = start_3_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_3_i : 0ULL;
    const long long first_3 = (long long)start_3_i;
    past = 0;
    l = 0;
    for (; l <= 0; l = l + 1) {
      const long long scaled = T[l] - first_3;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_3) continue;
      past = itno;
      i = (int)(start_3_i + (int)(itno - 1));
      c[i] = b[i + 1] - a[i + 1];
      i = i + 1;
    }
    i = (int)(start_3_i + (int)trips_3);
    leave_3:;
  }
  i = 0;
  /* the loop at line 10 */
  {
    const int start_4_i = i;
    const unsigned long long trips_4 = start_4_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_4_i : 0ULL;
    const long long first_4 = (long long)start_4_i;
    past = 0;
    l = 0;
    for (; l <= 0; l = l + 1) {
      const long long scaled = T[l] - first_4;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_4) continue;
      past = itno;
      i = (int)(start_4_i + (int)(itno - 1));
      __CPROVER_assert(c[i] == a[i + 2], "the assertion holds in every replay");
      i = i + 1;
    }
    i = (int)(start_4_i + (int)trips_4);
    leave_4:;
  }
  return 0;
}
