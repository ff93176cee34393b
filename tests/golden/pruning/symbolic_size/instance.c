/* The deciding instance of input.c for the assertion at line 12 (theory 3.4, aligned): between two places where a
   loop begins or ends there are at most 2 columns and the rest of a block, which suffice for runs of any size.
   `size` is that of n; sizes below 3 are instances of their own. */
int nondet_int(void);
long long nondet_long_long(void);

static int n;
static int i;
static int m;
static long long column;
static int a[__CPROVER_constant_infinity_uint];
static int b[__CPROVER_constant_infinity_uint];

int main(void) {
  __CPROVER_havoc_object(a);
  __CPROVER_havoc_object(b);
  n = nondet_int();
  i = nondet_int();
  m = nondet_int();

  const long long size = nondet_long_long();
  __CPROVER_assume(-1125899906842624LL <= size && size <= 3);
  const _Bool whole = size < 3;
  n = nondet_int();
  if (whole && (n < 1 || n > 1000000)) __CPROVER_assume(0);
  i = n - 1;
  __CPROVER_assume(!whole || (long long)n == size);
  /* the loop at line 9 */
  {
    column = size - 1;
    for (; column >= 0; column = column - 1) {
      b[column] = a[column];
    }
  }
  m = b[0];
  i = 0;
  /* the loop at line 11 */
  {
    column = 0;
    for (; column < size; column = column + 1) {
      if (b[column] > m) m = b[column];
    }
  }
  i = 0;
  /* the loop at line 12 */
  {
    column = 0;
    for (; column < size; column = column + 1) {
      __CPROVER_assert(a[column] <= m, "the assertion holds in every deciding instance");
    }
  }
  return 0;
}
