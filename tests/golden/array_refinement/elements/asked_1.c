/* Abstraction refinement (P-eureka) for the assertion at line 9 of input.c: the program over tracked data.
   A read of untracked data gives an arbitrary value each time, a write to it is dropped. */
int nondet_int(void);

static int i;
static int any_int_1;
static unsigned int itno_1;

static _Bool held;                     /* the outcome of the last test */

static void any_wrong(void) {
  __CPROVER_assert(0, "some run of the abstract program violates it");
  __CPROVER_assume(0);
}

int main(void) {
  i = nondet_int();
  any_int_1 = nondet_int();

  i = 0;
  /* the loop at line 7 */
  {
    itno_1 = 0;
    while (1) {
      held = i < 4;
      if (!held) break;
      if (itno_1 == 5) any_wrong();
      i = i + 1;
      itno_1 = itno_1 + 1;
    }
  }
  any_int_1 = nondet_int();
  held = any_int_1 == 3;
  if (!held) any_wrong();
  return 0;
}
