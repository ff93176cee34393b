/* The deciding instance of input.c for the assertion at line 13 (theory 3.4, shifted): between two places where a
   loop begins or ends there are at most 2 columns and the rest of a block, which suffice for runs of any size. */
int nondet_int(void);

static int i;
static int before;
static int after_shift;
static long long column;
static int a[__CPROVER_constant_infinity_uint];

int main(void) {
  i = nondet_int();
  before = nondet_int();
  after_shift = nondet_int();

  i = 0;
  /* the loop at line 7 */
  {
    column = -1;
    for (; column < 3; column = column + 1) {
      a[column + 1] = nondet_int();
    }
  }
  before = a[0];
  i = 1;
  /* the loop at line 9 */
  {
    column = 0;
    for (; column < 3; column = column + 1) {
      if (a[column + 1] < before) before = a[column + 1];
    }
  }
  after_shift = a[0];
  i = 1;
  /* the loop at line 11 */
  {
    column = 0;
    for (; column < 3; column = column + 1) {
      a[column] = a[column + 1];
    }
  }
  i = 0;
  /* the loop at line 12 */
  {
    column = 0;
    for (; column < 3; column = column + 1) {
      if (a[column] < after_shift) after_shift = a[column];
    }
  }
  __CPROVER_assert(before == after_shift, "the assertion holds in every deciding instance");
  return 0;
}
