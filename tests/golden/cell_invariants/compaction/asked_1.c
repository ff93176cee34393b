/* The assertion at line 11 of input.c, with every access within bounds, from invariants about every cell. Every loop
   is cut: one arbitrary iteration from an arbitrary state within the invariants stands for all of them. */
int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);

static int n;
static int i;
static int i_2;
static int x;
static int a[__CPROVER_constant_infinity_uint];
static int kept[__CPROVER_constant_infinity_uint];

static long long cell;                 /* an arbitrary index */
static long long within_8(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 8 is within bounds");
  return index;
}
static long long within_10(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 10 is within bounds");
  return index;
}
static long long within_11(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 11 is within bounds");
  return index;
}
int main(void) {
  cell = nondet_long_long();
  n = nondet_int();
  i = nondet_int();
  i_2 = nondet_int();
  x = nondet_int();

  n = 0;
  i = 0;
  /* the loop at line 8 */
  {
    const int start_1_i = i;
    const unsigned long long trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
    __CPROVER_assert(!((int)(start_1_i + (int)trips_1) < 100000) && trips_1 <= 4611686018427387904ULL, "trip count of loop 1 at line 8");
    __CPROVER_assert(!((long long)i <= cell && cell < 100000LL) || !(a[cell] != 0), "invariant 0 of the loop at line 8, column 3: entry");
    __CPROVER_havoc_object(a);
    i = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_1 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_1 && itno_1 <= trips_1 + 1);
      i = (int)(start_1_i + (int)(itno_1 - 1));
      const int at_1_i = i;
      __CPROVER_assume(!((long long)i <= cell && cell < 100000LL) || !(a[cell] != 0));
      __CPROVER_assume(!((long long)i <= (long long)i && (long long)i < 100000LL) || !(a[(long long)i] != 0));
      if (!(i < 100000)) goto leave_1;
      a[within_8(i, 100000), (long long)i] = nondet_int();
      i = i + 1;
      __CPROVER_assert(i == (int)(at_1_i + 1), "closed form of i in loop 1 at line 8");
      __CPROVER_assert(!((long long)i <= cell && cell < 100000LL) || !(a[cell] != 0), "invariant 0 of the loop at line 8, column 3: step");
      __CPROVER_assume(0);
    }
    leave_1:;
  }
  i_2 = 0;
  /* the loop at line 9 */
  {
    const int start_2_i_2 = i_2;
    const int entry_n = n;
    const unsigned long long trips_2 = start_2_i_2 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_2_i_2 : 0ULL;
    __CPROVER_assert(!((int)(start_2_i_2 + (int)trips_2) < 100000) && trips_2 <= 4611686018427387904ULL, "trip count of loop 2 at line 9");
    __CPROVER_assert((long long)n >= (long long)entry_n, "invariant 0 of the loop at line 9, column 3: entry");
    __CPROVER_assert(n >= 0, "invariant 1 of the loop at line 9, column 3: entry");
    __CPROVER_assert((long long)n - (long long)entry_n <= (long long)1ULL - 1LL, "invariant 2 of the loop at line 9, column 3: entry");
    __CPROVER_assert((long long)entry_n - (long long)n <= (long long)1ULL - 1LL, "invariant 3 of the loop at line 9, column 3: entry");
    __CPROVER_assert((long long)n <= 100000LL, "invariant 4 of the loop at line 9, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)n) || kept[cell] != 0, "invariant 5 of the loop at line 9, column 3: entry");
    __CPROVER_assert(!(a[i_2] != 0) || a[i_2] != 0, "invariant 6 of the loop at line 9, column 3: entry");
    i_2 = nondet_int();
    __CPROVER_havoc_object(kept);
    n = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_2 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_2 && itno_2 <= trips_2 + 1);
      i_2 = (int)(start_2_i_2 + (int)(itno_2 - 1));
      const int at_2_i_2 = i_2;
      __CPROVER_assume((long long)n >= (long long)entry_n);
      __CPROVER_assume(n >= 0);
      __CPROVER_assume((long long)n - (long long)entry_n <= (long long)itno_2 - 1LL);
      __CPROVER_assume((long long)entry_n - (long long)n <= (long long)itno_2 - 1LL);
      __CPROVER_assume((long long)n <= 100000LL);
      __CPROVER_assume(!(0LL <= cell && cell < (long long)n) || kept[cell] != 0);
      __CPROVER_assume(!(a[i_2] != 0) || a[i_2] != 0);
      if (!(i_2 < 100000)) goto leave_3;
      if (a[within_10(i_2, 100000), (long long)i_2] != 0) {
        kept[within_10(n, 100000), (long long)n] = a[within_10(i_2, 100000), (long long)i_2];
        n = n + 1;
      }
      i_2 = i_2 + 1;
      __CPROVER_assert(i_2 == (int)(at_2_i_2 + 1), "closed form of i_2 in loop 2 at line 9");
      __CPROVER_assert((long long)n >= (long long)entry_n, "invariant 0 of the loop at line 9, column 3: step");
      __CPROVER_assert(n >= 0, "invariant 1 of the loop at line 9, column 3: step");
      __CPROVER_assert((long long)n - (long long)entry_n <= (long long)(itno_2 + 1) - 1LL, "invariant 2 of the loop at line 9, column 3: step");
      __CPROVER_assert((long long)entry_n - (long long)n <= (long long)(itno_2 + 1) - 1LL, "invariant 3 of the loop at line 9, column 3: step");
      __CPROVER_assert((long long)n <= 100000LL, "invariant 4 of the loop at line 9, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)n) || kept[cell] != 0, "invariant 5 of the loop at line 9, column 3: step");
      __CPROVER_assert(!(a[i_2] != 0) || a[i_2] != 0, "invariant 6 of the loop at line 9, column 3: step");
      __CPROVER_assume(0);
    }
    leave_3:;
  }
  x = 0;
  /* the loop at line 11 */
  {
    const int start_3_x = x;
    const unsigned long long trips_3 = start_3_x < n ? (unsigned long long)n - (unsigned long long)start_3_x : 0ULL;
    __CPROVER_assert(!((int)(start_3_x + (int)trips_3) < n) && trips_3 <= 4611686018427387904ULL, "trip count of loop 3 at line 11");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)x) || kept[cell] != 0, "invariant 0 of the loop at line 11, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)n) || kept[cell] != 0, "invariant 1 of the loop at line 11, column 3: entry");
    x = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_3 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_3 && itno_3 <= trips_3 + 1);
      x = (int)(start_3_x + (int)(itno_3 - 1));
      const int at_3_x = x;
      __CPROVER_assume(!(0LL <= cell && cell < (long long)x) || kept[cell] != 0);
      __CPROVER_assume(!(0LL <= cell && cell < (long long)n) || kept[cell] != 0);
      __CPROVER_assume(!(0LL <= (long long)x && (long long)x < (long long)n) || kept[(long long)x] != 0);
      const int head_3_x = x;
      if (!(x < n)) goto leave_5;
      if (x == cell) __CPROVER_assert(kept[within_11(x, 100000), (long long)x] != 0, "assertion at line 11");
      __CPROVER_assume(kept[within_11(x, 100000), (long long)x] != 0);
      x = x + 1;
      __CPROVER_assert(x == (int)(at_3_x + 1), "closed form of x in loop 3 at line 11");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)x) || kept[cell] != 0, "invariant 0 of the loop at line 11, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)n) || kept[cell] != 0, "invariant 1 of the loop at line 11, column 3: step");
      __CPROVER_assume(0);
    }
    leave_5:;
  }
  return 0;
}

