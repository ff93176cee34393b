/* Does the assertion at line 13 of input.c hold in runs in which no loop makes more than 3 iterations?
   This is the bounded cross-check: a proof by closed forms counts only if there is no violation here. */
signed char nondet_signed_char(void);
_Bool nondet_bool(void);
static int any_int(void) {
  /* Near 0, or near the ends of the type. */
  return (int)((unsigned long long)nondet_signed_char() + ((unsigned long long)nondet_bool() << 31));
}
static unsigned long any_unsigned_long(void) {
  /* Near 0, or near the ends of the type. */
  return (unsigned long)((unsigned long long)nondet_signed_char() + ((unsigned long long)nondet_bool() << 63));
}
static int n;
static unsigned long a_size;
static int s_2;
static int i;
static int i_2;
static unsigned int itno_1;
static unsigned int itno_2;
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
  __CPROVER_havoc_object(a);
  n = any_int();
  a_size = any_unsigned_long();
  s_2 = any_int();
  i = any_int();
  i_2 = any_int();

  n = any_int();
  if (n < 1 || n > 1000000) __CPROVER_assume(0);
  a_size = (unsigned long)n;
  s_2 = 0;
  i = 0;
  itno_1 = 0U;
  for (; i < n; i = within_plus_int(i, 1)) {
    itno_1 = itno_1 + 1U;
    if (itno_1 > 3U) __CPROVER_assume(0);
    s_2 = within_plus_int(s_2, a[within_cells(i)]);
  }
  i_2 = within_minus_int(n, 1);
  itno_2 = 0U;
  for (; i_2 >= 0; i_2 = within_minus_int(i_2, 1)) {
    itno_2 = itno_2 + 1U;
    if (itno_2 > 3U) __CPROVER_assume(0);
    s_2 = within_minus_int(s_2, a[within_cells(i_2)]);
  }
  __CPROVER_assert(s_2 == 0, "the assertion holds where no loop makes more than 3 iterations");
  return 0;
}
