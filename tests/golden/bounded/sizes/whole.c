/* The lowered program of input.c: every assertion, and every access within bounds. CBMC checks that every loop ends
   within its unwinding. */
int nondet_int(void);
long long nondet_long_long(void);

static int i;
static int i_2;
static int a[__CPROVER_constant_infinity_uint];
static int b[__CPROVER_constant_infinity_uint];
static char used[__CPROVER_constant_infinity_uint];

static long long cell;                 /* an arbitrary index */
static long long within_9(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 9 is within bounds");
  return index;
}
static long long within_10(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 10 is within bounds");
  return index;
}
static long long within_13(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 13 is within bounds");
  return index;
}
static long long within_14(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 14 is within bounds");
  return index;
}
int main(void) {
  cell = nondet_long_long();
  __CPROVER_havoc_object(used);
  i = nondet_int();
  i_2 = nondet_int();

  i = 0;
  for (; i < 100000; i = i + 1) {
    a[within_9(i, 100000), (long long)i] = nondet_int();
    b[within_10(i + 1, 100001), (long long)(i + 1)] = a[within_10(i, 100000), (long long)i];
  }
  i_2 = 0;
  for (; i_2 < 100000; i_2 = i_2 + 1) {
    if (used[within_13(i_2, 100000), (long long)i_2]) {
      if (1) __CPROVER_assert(a[within_14(i_2, 100000), (long long)i_2] == b[within_14(i_2, 100001), (long long)i_2], "assertion at line 14");
      __CPROVER_assume(a[within_14(i_2, 100000), (long long)i_2] == b[within_14(i_2, 100001), (long long)i_2]);
    }
  }
  return 0;
}

