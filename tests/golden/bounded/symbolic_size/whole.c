/* The lowered program of input.c: every assertion, and every access within bounds. CBMC checks that every loop ends
   within its unwinding. */
_Bool nondet_bool(void);
long long nondet_long_long(void);
unsigned int nondet_unsigned_int(void);
unsigned long nondet_unsigned_long(void);

static unsigned int n;
static unsigned long seen_size;
static unsigned int i;
static _Bool seen[__CPROVER_constant_infinity_uint];

static long long cell;                 /* an arbitrary index */
static long long within_12(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 12 is within bounds");
  return index;
}
static long long within_14(long long index, unsigned long long size) {
  __CPROVER_assert(0 <= index && (unsigned long long)index < size, "array index at line 14 is within bounds");
  return index;
}
int main(void) {
  cell = nondet_long_long();
  __CPROVER_havoc_object(seen);
  n = nondet_unsigned_int();
  seen_size = nondet_unsigned_long();
  i = nondet_unsigned_int();

  n = nondet_unsigned_int();
  if (!(n > 0 && n < 1000)) __CPROVER_assume(0);
  seen_size = (unsigned long)n;
  i = 0;
  for (; i < n; i = i + 1) {
    seen[within_12(i, seen_size), (long long)i] = nondet_bool();
  }
  if (1) __CPROVER_assert(!seen[within_14(n - 1, seen_size), (long long)(n - 1)], "assertion at line 14");
  __CPROVER_assume(!seen[within_14(n - 1, seen_size), (long long)(n - 1)]);
  return 0;
}

