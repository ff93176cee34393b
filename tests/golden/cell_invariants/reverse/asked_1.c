/* The assertion at line 13 of input.c, with every access within bounds, from invariants about every cell. Every loop
   is cut: one arbitrary iteration from an arbitrary state within the invariants stands for all of them. */
int nondet_int(void);
long long nondet_long_long(void);
unsigned long long nondet_unsigned_long_long(void);

static int i;
static int i_2;
static int j;
static int t;
static int i_3;
static int a[__CPROVER_constant_infinity_uint];
static int old[__CPROVER_constant_infinity_uint];

static long long cell;                 /* an arbitrary index */
static long long within_7(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 7 is within bounds");
  return index;
}
static long long within_9(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 9 is within bounds");
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
static long long within_13(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 13 is within bounds");
  return index;
}
int main(void) {
  cell = nondet_long_long();
  i = nondet_int();
  i_2 = nondet_int();
  j = nondet_int();
  t = nondet_int();
  i_3 = nondet_int();

  i = 0;
  /* the loop at line 7 */
  {
    const int start_1_i = i;
    const unsigned long long trips_1 = start_1_i < 100000 ? (unsigned long long)100000 - (unsigned long long)start_1_i : 0ULL;
    __CPROVER_assert(!((int)(start_1_i + (int)trips_1) < 100000) && trips_1 <= 4611686018427387904ULL, "trip count of loop 1 at line 7");
    __CPROVER_assert(a[99999 - (long long)i] == a[i], "invariant 0 of the loop at line 7, column 3: entry");
    __CPROVER_havoc_object(a);
    i = nondet_int();
    __CPROVER_havoc_object(old);
    /* an arbitrary iteration */
    {
      const unsigned long long itno_1 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_1 && itno_1 <= trips_1 + 1);
      i = (int)(start_1_i + (int)(itno_1 - 1));
      const int at_1_i = i;
      __CPROVER_assume(a[99999 - (long long)i] == a[i]);
      if (!(i < 100000)) goto leave_1;
      a[within_7(i, 100000), (long long)i] = nondet_int();
      old[within_7(i, 100000), (long long)i] = a[within_7(i, 100000), (long long)i];
      i = i + 1;
      __CPROVER_assert(i == (int)(at_1_i + 1), "closed form of i in loop 1 at line 7");
      __CPROVER_assert(a[99999 - (long long)i] == a[i], "invariant 0 of the loop at line 7, column 3: step");
      __CPROVER_assume(0);
    }
    leave_1:;
  }
  i_2 = 0;
  j = 99999;
  /* the loop at line 8 */
  {
    const int start_2_i_2 = i_2;
    const int start_2_j = j;
    const unsigned long long trips_2 = start_2_i_2 < start_2_j ? ((unsigned long long)start_2_j - (unsigned long long)start_2_i_2 - 1ULL) / 2ULL + 1ULL : 0ULL;
    __CPROVER_assert(!((int)(start_2_i_2 + (int)trips_2) < (int)(start_2_j - (int)trips_2)) && trips_2 <= 4611686018427387904ULL, "trip count of loop 2 at line 8");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)i_2) || a[cell] == old[99999 - cell], "invariant 0 of the loop at line 8, column 3: entry");
    __CPROVER_assert(!((long long)((long long)j + 1LL) <= cell && cell < (long long)(99999LL + 1LL)) || a[cell] == old[99999 - cell], "invariant 1 of the loop at line 8, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)i_2) || a[99999 - cell] == old[cell], "invariant 2 of the loop at line 8, column 3: entry");
    __CPROVER_assert(!((long long)((long long)j + 1LL) <= cell && cell < (long long)(99999LL + 1LL)) || a[99999 - cell] == old[cell], "invariant 3 of the loop at line 8, column 3: entry");
    __CPROVER_assert(a[j] == old[99999 - (long long)i_2], "invariant 4 of the loop at line 8, column 3: entry");
    __CPROVER_havoc_object(a);
    i_2 = nondet_int();
    j = nondet_int();
    t = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_2 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_2 && itno_2 <= trips_2 + 1);
      i_2 = (int)(start_2_i_2 + (int)(itno_2 - 1));
      j = (int)(start_2_j - (int)(itno_2 - 1));
      const int at_2_i_2 = i_2;
      const int at_2_j = j;
      __CPROVER_assume(!(0LL <= cell && cell < (long long)i_2) || a[cell] == old[99999 - cell]);
      __CPROVER_assume(!((long long)((long long)j + 1LL) <= cell && cell < (long long)(99999LL + 1LL)) || a[cell] == old[99999 - cell]);
      __CPROVER_assume(!(0LL <= cell && cell < (long long)i_2) || a[99999 - cell] == old[cell]);
      __CPROVER_assume(!((long long)((long long)j + 1LL) <= cell && cell < (long long)(99999LL + 1LL)) || a[99999 - cell] == old[cell]);
      __CPROVER_assume(a[j] == old[99999 - (long long)i_2]);
      __CPROVER_assume(!(0LL <= (long long)j && (long long)j < (long long)i_2) || a[(long long)j] == old[99999 - (long long)j]);
      __CPROVER_assume(!((long long)((long long)j + 1LL) <= (long long)i_2 && (long long)i_2 < (long long)(99999LL + 1LL)) || a[(long long)i_2] == old[99999 - (long long)i_2]);
      __CPROVER_assume(!(0LL <= (long long)j && (long long)j < (long long)i_2) || a[99999 - (long long)j] == old[(long long)j]);
      __CPROVER_assume(!((long long)((long long)j + 1LL) <= (long long)i_2 && (long long)i_2 < (long long)(99999LL + 1LL)) || a[99999 - (long long)i_2] == old[(long long)i_2]);
      if (!(i_2 < j)) goto leave_3;
      t = a[within_9(i_2, 100000), (long long)i_2];
      a[within_10(i_2, 100000), (long long)i_2] = a[within_10(j, 100000), (long long)j];
      a[within_11(j, 100000), (long long)j] = t;
      i_2 = i_2 + 1;
      j = j - 1;
      __CPROVER_assert(i_2 == (int)(at_2_i_2 + 1), "closed form of i_2 in loop 2 at line 8");
      __CPROVER_assert(j == (int)(at_2_j - 1), "closed form of j in loop 2 at line 8");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)i_2) || a[cell] == old[99999 - cell], "invariant 0 of the loop at line 8, column 3: step");
      __CPROVER_assert(!((long long)((long long)j + 1LL) <= cell && cell < (long long)(99999LL + 1LL)) || a[cell] == old[99999 - cell], "invariant 1 of the loop at line 8, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)i_2) || a[99999 - cell] == old[cell], "invariant 2 of the loop at line 8, column 3: step");
      __CPROVER_assert(!((long long)((long long)j + 1LL) <= cell && cell < (long long)(99999LL + 1LL)) || a[99999 - cell] == old[cell], "invariant 3 of the loop at line 8, column 3: step");
      __CPROVER_assert(a[j] == old[99999 - (long long)i_2], "invariant 4 of the loop at line 8, column 3: step");
      __CPROVER_assume(0);
    }
    leave_3:;
  }
  i_3 = 0;
  /* the loop at line 13 */
  {
    const int start_3_i_3 = i_3;
    const unsigned long long trips_3 = start_3_i_3 < 100000 ? (unsigned long long)100000 - (unsigned long long)start_3_i_3 : 0ULL;
    __CPROVER_assert(!((int)(start_3_i_3 + (int)trips_3) < 100000) && trips_3 <= 4611686018427387904ULL, "trip count of loop 3 at line 13");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)i_3) || a[cell] == old[99999 - cell], "invariant 0 of the loop at line 13, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)(99999 - i_3)) || a[cell] == old[99999 - cell], "invariant 1 of the loop at line 13, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < 100000LL) || a[cell] == old[99999 - cell], "invariant 2 of the loop at line 13, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)i_3) || a[99999 - cell] == old[cell], "invariant 3 of the loop at line 13, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < (long long)(99999 - i_3)) || a[99999 - cell] == old[cell], "invariant 4 of the loop at line 13, column 3: entry");
    __CPROVER_assert(!(0LL <= cell && cell < 100000LL) || a[99999 - cell] == old[cell], "invariant 5 of the loop at line 13, column 3: entry");
    i_3 = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_3 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_3 && itno_3 <= trips_3 + 1);
      i_3 = (int)(start_3_i_3 + (int)(itno_3 - 1));
      const int at_3_i_3 = i_3;
      __CPROVER_assume(!(0LL <= cell && cell < (long long)i_3) || a[cell] == old[99999 - cell]);
      __CPROVER_assume(!(0LL <= cell && cell < (long long)(99999 - i_3)) || a[cell] == old[99999 - cell]);
      __CPROVER_assume(!(0LL <= cell && cell < 100000LL) || a[cell] == old[99999 - cell]);
      __CPROVER_assume(!(0LL <= cell && cell < (long long)i_3) || a[99999 - cell] == old[cell]);
      __CPROVER_assume(!(0LL <= cell && cell < (long long)(99999 - i_3)) || a[99999 - cell] == old[cell]);
      __CPROVER_assume(!(0LL <= cell && cell < 100000LL) || a[99999 - cell] == old[cell]);
      __CPROVER_assume(!(0LL <= (long long)(99999 - i_3) && (long long)(99999 - i_3) < (long long)i_3) || a[(long long)(99999 - i_3)] == old[99999 - (long long)(99999 - i_3)]);
      __CPROVER_assume(!(0LL <= (long long)i_3 && (long long)i_3 < (long long)(99999 - i_3)) || a[(long long)i_3] == old[99999 - (long long)i_3]);
      __CPROVER_assume(!(0LL <= (long long)i_3 && (long long)i_3 < 100000LL) || a[(long long)i_3] == old[99999 - (long long)i_3]);
      __CPROVER_assume(!(0LL <= (long long)(99999 - i_3) && (long long)(99999 - i_3) < 100000LL) || a[(long long)(99999 - i_3)] == old[99999 - (long long)(99999 - i_3)]);
      __CPROVER_assume(!(0LL <= (long long)(99999 - i_3) && (long long)(99999 - i_3) < (long long)i_3) || a[99999 - (long long)(99999 - i_3)] == old[(long long)(99999 - i_3)]);
      __CPROVER_assume(!(0LL <= (long long)i_3 && (long long)i_3 < (long long)(99999 - i_3)) || a[99999 - (long long)i_3] == old[(long long)i_3]);
      __CPROVER_assume(!(0LL <= (long long)i_3 && (long long)i_3 < 100000LL) || a[99999 - (long long)i_3] == old[(long long)i_3]);
      __CPROVER_assume(!(0LL <= (long long)(99999 - i_3) && (long long)(99999 - i_3) < 100000LL) || a[99999 - (long long)(99999 - i_3)] == old[(long long)(99999 - i_3)]);
      const int head_3_i_3 = i_3;
      if (!(i_3 < 100000)) goto leave_5;
      if (i_3 == cell) __CPROVER_assert(a[within_13(i_3, 100000), (long long)i_3] == old[within_13(99999 - i_3, 100000), (long long)(99999 - i_3)], "assertion at line 13");
      __CPROVER_assume(a[within_13(i_3, 100000), (long long)i_3] == old[within_13(99999 - i_3, 100000), (long long)(99999 - i_3)]);
      i_3 = i_3 + 1;
      __CPROVER_assert(i_3 == (int)(at_3_i_3 + 1), "closed form of i_3 in loop 3 at line 13");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)i_3) || a[cell] == old[99999 - cell], "invariant 0 of the loop at line 13, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)(99999 - i_3)) || a[cell] == old[99999 - cell], "invariant 1 of the loop at line 13, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < 100000LL) || a[cell] == old[99999 - cell], "invariant 2 of the loop at line 13, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)i_3) || a[99999 - cell] == old[cell], "invariant 3 of the loop at line 13, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < (long long)(99999 - i_3)) || a[99999 - cell] == old[cell], "invariant 4 of the loop at line 13, column 3: step");
      __CPROVER_assert(!(0LL <= cell && cell < 100000LL) || a[99999 - cell] == old[cell], "invariant 5 of the loop at line 13, column 3: step");
      __CPROVER_assume(0);
    }
    leave_5:;
  }
  return 0;
}

