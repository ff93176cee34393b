/* A replay of input.c for the assertion at line 11 (theory 3.3): every loop runs only iterations near one of 1
   chosen column. A violating run survives in the columns of its last-value assignments:
   1 for the exit of line 6.
   */
int nondet_int(void);
long long nondet_long_long(void);

static int key;
static int i;
static int found;
static int place;
static int l;
static unsigned long long past;
static long long T[1];
static int a[__CPROVER_constant_infinity_uint];

int main(void) {
  __CPROVER_havoc_object(a);
  key = nondet_int();
  i = nondet_int();
  found = nondet_int();
  place = nondet_int();

  T[0] = nondet_long_long();
  __CPROVER_assume(-1125899906842624LL <= T[0] && T[0] <= 1125899906842624LL);
  key = nondet_int();
  found = 0;
  place = 0;
  i = 0;
  /* the loop at line 6 */
  {
    const int start_1_i = i;
    const unsigned long long trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
    const long long first_1 = (long long)start_1_i;
    past = 0;
    l = 0;
    for (; l <= 0; l = l + 1) {
      const long long scaled = T[l] - first_1;
      const unsigned long long itno = (unsigned long long)scaled + 1;
      if (scaled < 0 || itno <= past || itno > trips_1) continue;
      past = itno;
      i = (int)(start_1_i + (int)(itno - 1));
      if (!(i < 100000 && !found)) goto leave_1;
      if (a[i] == key) {
        found = 1;
        place = i;
      }
      i = i + 1;
      if (!!found) goto leave_1;
    }
    i = (int)(start_1_i + (int)trips_1);
    leave_1:;
  }
  if (found) __CPROVER_assert(a[place] == key, "the assertion holds in every replay");
  return 0;
}
