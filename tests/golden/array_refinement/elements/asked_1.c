/* Abstraction refinement (P-eureka) for the assertion at line 9 of input.c: the program over tracked data.
   A read of untracked data gives an arbitrary value each time, a write to it is dropped. */
int nondet_int(void);

static _Bool held;                     /* the outcome of the last test */

static void any_wrong(void) {
  __CPROVER_assert(0, "some run of the abstract program violates it");
  __CPROVER_assume(0);
}

int main(void) {
  unsigned int itno_1;

  /* the loop at line 7 */
  {
    itno_1 = 0;
    while (1) {
      held = nondet_int() < 4;
      if (!held) break;
      if (itno_1 == 2) __CPROVER_assume(0);
      itno_1 = itno_1 + 1;
    }
  }
  held = nondet_int() == 3;
  if (!held) any_wrong();
  return 0;
}
