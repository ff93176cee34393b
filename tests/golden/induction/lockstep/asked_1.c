/* Does the assertion at line 10 of input.c hold? Every loop is cut: facts assumed at the start of an
   iteration are asserted at the entry of the loop and after the iteration.
   One arbitrary iteration from an arbitrary state within the invariants stands for all of them. */
int nondet_int(void);
unsigned long long nondet_unsigned_long_long(void);

static int n;
static int x;
static int y;

static void at_assertion(_Bool holds) { __CPROVER_assert(holds, "the assertion at line 10 holds"); }
static void kept_1_0(_Bool holds) { __CPROVER_assert(holds, "invariant 0 of loop 1 at line 6 is kept"); }
static void kept_1_1(_Bool holds) { __CPROVER_assert(holds, "invariant 1 of loop 1 at line 6 is kept"); }
static void kept_1_2(_Bool holds) { __CPROVER_assert(holds, "invariant 2 of loop 1 at line 6 is kept"); }
static void kept_1_3(_Bool holds) { __CPROVER_assert(holds, "invariant 3 of loop 1 at line 6 is kept"); }
static void kept_1_4(_Bool holds) { __CPROVER_assert(holds, "invariant 4 of loop 1 at line 6 is kept"); }
int main(void) {
  n = nondet_int();
  x = nondet_int();
  y = nondet_int();

  n = nondet_int();
  x = 0;
  y = 0;
  /* the loop at line 6 */
  {
    const int entry_x = x;
    const int entry_y = y;
    kept_1_0(x == (int)(entry_x + (int)(1ULL - 1)));
    kept_1_1(y == (int)(entry_y + (int)(1ULL - 1) * 2));
    kept_1_2(1ULL <= (entry_x < n ? (unsigned long long)n - (unsigned long long)entry_x : 0ULL) + 1ULL);
    kept_1_3(y == 2 * x);
    kept_1_4(x < n || y == 2 * x);
    x = nondet_int();
    y = nondet_int();
    /* an arbitrary iteration */
    {
      const unsigned long long itno_1 = nondet_unsigned_long_long();
      __CPROVER_assume(1 <= itno_1 && itno_1 <= 4611686018427387904ULL);
      x = (int)(entry_x + (int)(itno_1 - 1));
      y = (int)(entry_y + (int)(itno_1 - 1) * 2);
      y = 2 * x;
      __CPROVER_assume(x == (int)(entry_x + (int)(itno_1 - 1)));
      __CPROVER_assume(y == (int)(entry_y + (int)(itno_1 - 1) * 2));
      __CPROVER_assume(itno_1 <= (entry_x < n ? (unsigned long long)n - (unsigned long long)entry_x : 0ULL) + 1ULL);
      __CPROVER_assume(y == 2 * x);
      __CPROVER_assume(x < n || y == 2 * x);
      if (!(x < n)) goto leave_1;
      x = x + 1;
      y = y + 2;
      kept_1_0(x == (int)(entry_x + (int)itno_1));
      kept_1_1(y == (int)((int)(entry_y + (int)(itno_1 - 1) * 2) + 2));
      kept_1_2(itno_1 + 1 <= (entry_x < n ? (unsigned long long)n - (unsigned long long)entry_x : 0ULL) + 1ULL);
      kept_1_3(y == 2 * x);
      kept_1_4(x < n || y == 2 * x);
      __CPROVER_assume(0);
    }
    leave_1:;
  }
  at_assertion(y == 2 * x);
  __CPROVER_assume(y == 2 * x);
  return 0;
}
