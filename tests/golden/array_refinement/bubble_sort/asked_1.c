/* Abstraction refinement (P-eureka) for the assertion at line 21 of input.c: the program over tracked data.
   A read of untracked data gives an arbitrary value each time, a write to it is dropped. */
_Bool nondet_bool(void);
int nondet_int(void);

static _Bool held;                     /* the outcome of the last test */

static void any_wrong(void) {
  __CPROVER_assert(0, "some run of the abstract program violates it");
  __CPROVER_assume(0);
}

int main(void) {
  int known_at_x;
  unsigned int itno_1;
  unsigned int itno_2;

  /* the loop at line 12 */
  {
    itno_1 = 0;
    while (1) {
      held = nondet_int() < 4;
      if (!held) break;
      if (itno_1 == 2) __CPROVER_assume(0);
      /* the loop at line 13 */
      {
        itno_2 = 0;
        while (1) {
          held = nondet_int() < 4 - nondet_int();
          if (!held) break;
          if (itno_2 == 2) __CPROVER_assume(0);
          held = nondet_int() > nondet_int();
          if (held) {
          }
          itno_2 = itno_2 + 1;
        }
      }
      itno_1 = itno_1 + 1;
    }
  }
  held = nondet_bool();
  if (held) {
    held = !(nondet_int() >= nondet_int());
    if (held) __CPROVER_assume(0);
    held = !(nondet_int() < 4);
    if (held) __CPROVER_assume(0);
    held = nondet_int() <= nondet_int();
    if (!held) any_wrong();
    held = nondet_int() >= nondet_int();
    if (!held) any_wrong();
    __CPROVER_assume(0);
  }
  return 0;
}
