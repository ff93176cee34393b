/* Does the assertion at line 9 of input.c hold in runs in which no loop makes more than 3 iterations?
   This is a gate: a proof by closed forms counts only if nothing is found here. */

int nondet_int(void);
static int i;
static int j;
static int i_2;
static unsigned int itno_1;
static unsigned int itno_2;
static unsigned int itno_3;
static int a[__CPROVER_constant_infinity_uint];
/* Behind a signed overflow C promises nothing: the run ends there. */
static int within_minus_int(int o1, int o2) {
  __CPROVER_assume(!__CPROVER_overflow_minus(o1, o2));
  return o1 - o2;
}
static int within_plus_int(int o1, int o2) {
  __CPROVER_assume(!__CPROVER_overflow_plus(o1, o2));
  return o1 + o2;
}
int main(void) {
  i = nondet_int();
  j = nondet_int();
  i_2 = nondet_int();
  i = 0;
  itno_2 = 0U;
  for (; i < 100000; i = within_plus_int(i, 1)) {
    itno_2 = itno_2 + 1U;
    if (itno_2 > 3U) __CPROVER_assume(0);
    j = 0;
    itno_1 = 0U;
    for (; j <= i; j = within_plus_int(j, 1)) {
      itno_1 = itno_1 + 1U;
      if (itno_1 > 3U) __CPROVER_assume(0);
      a[j] = within_plus_int(a[j], 1);
    }
  }
  i_2 = 0;
  itno_3 = 0U;
  for (; i_2 < 100000; i_2 = within_plus_int(i_2, 1)) {
    itno_3 = itno_3 + 1U;
    if (itno_3 > 3U) __CPROVER_assume(0);
    __CPROVER_assert(a[i_2] == within_minus_int(100000, i_2), "the assertion holds where no loop makes more than 3 iterations");
  }
  return 0;
}
