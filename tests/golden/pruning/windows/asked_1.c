/* The deciding instance of input.c for the assertion at line 10 (theory 3.4, stencil): between two places where a
   loop begins or ends there are at most 2 columns and the rest of a block, which suffice for runs of any size. */
int nondet_int(void);

static int i;
static int input;
static long long column;
static int a[__CPROVER_constant_infinity_uint];
static int b[__CPROVER_constant_infinity_uint];
static int c[__CPROVER_constant_infinity_uint];

int main(void) {
  i = nondet_int();
  input = nondet_int();

  i = 0;
  /* the loop at line 7 */
  {
    column = -2;
    for (; column < 2; column = column + 1) {
      input = nondet_int();
      a[column + 2] = input & 1023;
    }
  }
  i = 0;
  /* the loop at line 8 */
  {
    column = -1;
    for (; column < 2; column = column + 1) {
      b[column + 1] = a[column + 1] + a[column + 2];
    }
  }
  i = 0;
  /* the loop at line 9 */
  {
    column = 0;
    for (; column < 2; column = column + 1) {
      c[column] = b[column + 1] - a[column + 1];
    }
  }
  i = 0;
  /* the loop at line 10 */
  {
    column = 0;
    for (; column < 2; column = column + 1) {
      __CPROVER_assert(c[column] == a[column + 2], "the assertion holds in every deciding instance");
    }
  }
  return 0;
}
