/* Replayable scalars of input.c (theory 3.2, R3): an iteration is a function of a group of scalars and of its other inputs.
   There are two states m and n of the group, and two iterations y and z. */
int nondet_int(void);

static int key;
static int i;
static int found;
static int place;
static _Bool kept_assigned;
static int at_a_1;

int main(void) {
  key = nondet_int();
  i = nondet_int();
  found = nondet_int();
  place = nondet_int();

  /* what the loop at line 6 does to found, place */
  {
    const int initial_m_found = nondet_int();
    const int initial_m_place = nondet_int();
    const int initial_n_found = nondet_int();
    const int initial_n_place = nondet_int();
    const int entry_y_i = nondet_int();
    const int entry_y_at_a_1 = nondet_int();
    const int entry_z_i = nondet_int();
    const int entry_z_at_a_1 = nondet_int();
    found = initial_m_found;
    place = initial_m_place;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 100000 && !found)) goto leave_1_1_my;
    if (at_a_1 == key) {
      found = 1;
      kept_assigned = 1;
      place = i;
      kept_assigned = 1;
    }
    leave_1_1_my:;
    const _Bool any_my = kept_assigned;
    const int kept_my_found = found;
    const int kept_my_place = place;
    __CPROVER_assert(!any_my || !!kept_my_found, "STOP of found, place in loop 1 at line 6: an update ends the loop");
  }
  return 0;
}
