/* Abstraction refinement (P-eureka) for the assertion at line 21 of input.c: the program over what is tracked. A read of
   what is not tracked gives an arbitrary value each time, a write of it is left out. */
_Bool nondet_bool(void);
int nondet_int(void);

/* Of the data only one bit is kept: is it greater than known_value? Equal bits leave a comparison open. */
static _Bool any_less(_Bool u, _Bool o) { return u == o ? nondet_bool() : o; }
static _Bool any_more(_Bool u, _Bool o) { return u == o ? nondet_bool() : u; }
static _Bool any_same(_Bool u, _Bool o) { return u == o ? nondet_bool() : 0; }
static _Bool any_other(_Bool u, _Bool o) { return u == o ? nondet_bool() : 1; }

static _Bool held;                     /* the outcome of the last test */

static void any_wrong(void) {
  __CPROVER_assert(0, "some run of the abstract program violates it");
  __CPROVER_assume(0);
}

int main(void) {
  int known_at_x;
  int known_value;
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
          held = any_more(nondet_bool(), nondet_bool());
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
    held = !nondet_bool() || nondet_bool();
    if (!held) any_wrong();
    held = nondet_int() >= nondet_int();
    if (!held) any_wrong();
    __CPROVER_assume(0);
  }
  return 0;
}
