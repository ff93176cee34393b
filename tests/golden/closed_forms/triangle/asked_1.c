/* Does the assertion at line 9 of input.c hold in runs in which no loop makes more than 2 iterations?
   This is the bounded cross-check: a proof by closed forms counts only if there is no violation here. */
signed char nondet_signed_char(void);
_Bool nondet_bool(void);
static int any_int(void) {
  /* Near 0, or near the ends of the type. */
  return (int)((unsigned long long)nondet_signed_char() + ((unsigned long long)nondet_bool() << 31));
}
static int i;
static int j;
static int i_2;
static int size_1;
static unsigned int itno_1;
static unsigned int itno_2;
static unsigned int itno_3;
static int a[8];
static long long within_cells(long long index) {
  __CPROVER_assume(0 <= index && index < 8);
  return index;
}

/* A signed overflow is undefined: the run ends there. */
static int within_minus_int(int o1, int o2) {
  __CPROVER_assume(!__CPROVER_overflow_minus(o1, o2));
  return o1 - o2;
}
static int within_plus_int(int o1, int o2) {
  __CPROVER_assume(!__CPROVER_overflow_plus(o1, o2));
  return o1 + o2;
}
int main(void) {
  i = any_int();
  j = any_int();
  i_2 = any_int();
  size_1 = any_int();

  if (size_1 < 1 || size_1 > 100000) __CPROVER_assume(0);
  i = 0;
  itno_2 = 0U;
  for (; i < size_1; i = within_plus_int(i, 1)) {
    itno_2 = itno_2 + 1U;
    if (itno_2 > 2U) __CPROVER_assume(0);
    j = 0;
    itno_1 = 0U;
    for (; j <= i; j = within_plus_int(j, 1)) {
      itno_1 = itno_1 + 1U;
      if (itno_1 > 2U) __CPROVER_assume(0);
      a[within_cells(j)] = within_plus_int(a[within_cells(j)], 1);
    }
  }
  i_2 = 0;
  itno_3 = 0U;
  for (; i_2 < size_1; i_2 = within_plus_int(i_2, 1)) {
    itno_3 = itno_3 + 1U;
    if (itno_3 > 2U) __CPROVER_assume(0);
    __CPROVER_assert(a[within_cells(i_2)] == within_minus_int(size_1, i_2), "the assertion holds where no loop makes more than 2 iterations");
  }
  return 0;
}
