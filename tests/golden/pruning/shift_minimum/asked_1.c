/* The deciding instance of input.c for the assertion at line 13 (theory 3.4, shifted): between two places where a
   loop begins or ends there are at most 2 columns and what is left of a block; no run of any size does more. */
typedef unsigned long long iteration;

int nondet_int(void);
long long nondet_long_long(void);

static int i;
static int before;
static int after_shift;
static int a[__CPROVER_constant_infinity_uint];

int main(void) {
  i = nondet_int();
  before = nondet_int();
  after_shift = nondet_int();

  i = 0;
  for (long long column = -1; column < 3; column += 1) {     /* line 7 */
    a[column + 1] = nondet_int();
  }
  before = a[0];
  i = 1;
  for (long long column = 0; column < 3; column += 1) {     /* line 9 */
    if (a[column + 1] < before) before = a[column + 1];
  }
  after_shift = a[0];
  i = 1;
  for (long long column = 0; column < 3; column += 1) {     /* line 11 */
    a[column] = a[column + 1];
  }
  i = 0;
  for (long long column = 0; column < 3; column += 1) {     /* line 12 */
    if (a[column] < after_shift) after_shift = a[column];
  }
  __CPROVER_assert(before == after_shift, "the assertion holds in every deciding instance");
  return 0;
}
