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
static void kept_1_2(_Bool holds) { __CPROVER_assert(holds, "invariant 2 of loop 1 at line 7 is kept"); }
static void kept_1_3(_Bool holds) { __CPROVER_assert(holds, "invariant 3 of loop 1 at line 7 is kept"); }
static void kept_1_4(_Bool holds) { __CPROVER_assert(holds, "invariant 4 of loop 1 at line 7 is kept"); }
static void kept_1_5(_Bool holds) { __CPROVER_assert(holds, "invariant 5 of loop 1 at line 7 is kept"); }
static void kept_1_6(_Bool holds) { __CPROVER_assert(holds, "invariant 6 of loop 1 at line 7 is kept"); }
static void kept_1_7(_Bool holds) { __CPROVER_assert(holds, "invariant 7 of loop 1 at line 7 is kept"); }
static void kept_1_8(_Bool holds) { __CPROVER_assert(holds, "invariant 8 of loop 1 at line 7 is kept"); }
static void kept_1_9(_Bool holds) { __CPROVER_assert(holds, "invariant 9 of loop 1 at line 7 is kept"); }
static void kept_1_10(_Bool holds) { __CPROVER_assert(holds, "invariant 10 of loop 1 at line 7 is kept"); }
static void kept_1_11(_Bool holds) { __CPROVER_assert(holds, "invariant 11 of loop 1 at line 7 is kept"); }
static void kept_1_12(_Bool holds) { __CPROVER_assert(holds, "invariant 12 of loop 1 at line 7 is kept"); }
static void kept_1_13(_Bool holds) { __CPROVER_assert(holds, "invariant 13 of loop 1 at line 7 is kept"); }
static void kept_1_14(_Bool holds) { __CPROVER_assert(holds, "invariant 14 of loop 1 at line 7 is kept"); }
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
    kept_1_1(1ULL <= (entry_i < 1000 ? (unsigned long long)1000 - (unsigned long long)entry_i : 0ULL) + 1ULL);
    kept_1_2(j <= i);
    kept_1_3(i < 1000 || j <= i);
    kept_1_4(j == entry_j);
    kept_1_5((long long)j >= (long long)entry_j);
    kept_1_6((long long)j <= (long long)entry_j);
    kept_1_7(j >= 0);
    kept_1_8((long long)j - (long long)entry_j <= (long long)1ULL - 1LL);
    kept_1_9((long long)j - (long long)entry_j == (long long)1ULL - 1LL);
    kept_1_10((long long)entry_j - (long long)j <= (long long)1ULL - 1LL);
    kept_1_11((long long)entry_j - (long long)j == (long long)1ULL - 1LL);
    kept_1_12(0LL <= (long long)j);
    kept_1_13((long long)j < 1000LL);
    kept_1_14((long long)j <= 1000LL);
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
      __CPROVER_assume(itno_1 <= (entry_i < 1000 ? (unsigned long long)1000 - (unsigned long long)entry_i : 0ULL) + 1ULL);
      __CPROVER_assume(j <= i);
      __CPROVER_assume(i < 1000 || j <= i);
      __CPROVER_assume(j == entry_j);
      __CPROVER_assume((long long)j >= (long long)entry_j);
      __CPROVER_assume((long long)j <= (long long)entry_j);
      __CPROVER_assume(j >= 0);
      __CPROVER_assume((long long)j - (long long)entry_j <= (long long)itno_1 - 1LL);
      __CPROVER_assume((long long)j - (long long)entry_j == (long long)itno_1 - 1LL);
      __CPROVER_assume((long long)entry_j - (long long)j <= (long long)itno_1 - 1LL);
      __CPROVER_assume((long long)entry_j - (long long)j == (long long)itno_1 - 1LL);
      __CPROVER_assume(0LL <= (long long)j);
      __CPROVER_assume((long long)j < 1000LL);
      __CPROVER_assume((long long)j <= 1000LL);
      if (!(i < 1000)) goto leave_1;
      if (a[i] < 0) {
        a[j] = a[i];
        j = j + 1;
      }
      i = i + 1;
      kept_1_0(i == (int)(entry_i + (int)itno_1));
      kept_1_1(itno_1 + 1 <= (entry_i < 1000 ? (unsigned long long)1000 - (unsigned long long)entry_i : 0ULL) + 1ULL);
      kept_1_2(j <= i);
      kept_1_3(i < 1000 || j <= i);
      kept_1_4(j == entry_j);
      kept_1_5((long long)j >= (long long)entry_j);
      kept_1_6((long long)j <= (long long)entry_j);
      kept_1_7(j >= 0);
      kept_1_8((long long)j - (long long)entry_j <= (long long)(itno_1 + 1) - 1LL);
      kept_1_9((long long)j - (long long)entry_j == (long long)(itno_1 + 1) - 1LL);
      kept_1_10((long long)entry_j - (long long)j <= (long long)(itno_1 + 1) - 1LL);
      kept_1_11((long long)entry_j - (long long)j == (long long)(itno_1 + 1) - 1LL);
      kept_1_12(0LL <= (long long)j);
      kept_1_13((long long)j < 1000LL);
      kept_1_14((long long)j <= 1000LL);
      __CPROVER_assume(0);
    }
    leave_1:;
  }
  at_assertion(j <= i);
  __CPROVER_assume(j <= i);
  return 0;
}
