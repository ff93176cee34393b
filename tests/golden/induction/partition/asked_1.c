/* Does the assertion at line 13 of input.c hold? Every loop is cut: facts assumed at the start of an
   iteration are asserted at the entry of the loop and after the iteration.
   One arbitrary iteration from an arbitrary state within the invariants stands for all of them. */
int nondet_int(void);
unsigned long long nondet_unsigned_long_long(void);

static int i;
static int j;
static int a[__CPROVER_constant_infinity_uint];

static void at_assertion(_Bool holds) { __CPROVER_assert(holds, "the assertion at line 13 holds"); }
static void kept_1_0(_Bool holds) { __CPROVER_assert(holds, "invariant 0 of loop 1 at line 7 is kept"); }
static void kept_1_1(_Bool holds) { __CPROVER_assert(holds, "invariant 1 of loop 1 at line 7 is kept"); }
int main(void) {
  i = nondet_int();
  j = nondet_int();

  j = 0;
  i = 0;
  /* the loop at line 7 */
  {
    const int entry_i = i;
    const int entry_j = j;
    kept_1_0(i == (int)(entry_i + (int)(1ULL - 1)));
    kept_1_1(j == entry_j);
    __CPROVER_havoc_object(a);
    i = nondet_int();
    j = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_1 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_1 && itno_1 <= 4611686018427387904ULL);
      i = (int)(entry_i + (int)(itno_1 - 1));
      j = entry_j;
      __CPROVER_assume(i == (int)(entry_i + (int)(itno_1 - 1)));
      __CPROVER_assume(j == entry_j);
      if (!(i < 1000)) goto leave_1;
      if (a[i] < 0) {
        a[j] = a[i];
        j = j + 1;
      }
      i = i + 1;
      kept_1_0(i == (int)(entry_i + (int)itno_1));
      kept_1_1(j == entry_j);
      __CPROVER_assume(0);
    }
    leave_1:;
  }
  at_assertion(j <= i);
  __CPROVER_assume(j <= i);
  return 0;
}
