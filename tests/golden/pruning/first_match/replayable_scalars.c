/* Replayable scalars of input.c (theory 3.2, R3): an iteration is a function of a group of scalars and of everything else that it
   reads. Two states of the group, two iterations y and z. */
typedef unsigned long long iteration;

int nondet_int(void);

static int key;
static int i;
static int found;
static int place;
static int a[__CPROVER_constant_infinity_uint];

/* What the loop at line 6 does to found, place. */
struct kept_group_1_1 {
  int found;
  int place;
};
struct kept_entry_1_1 {
  int i;
  int at_a_1;
};
struct kept_group_1_1 nondet_group_1_1(void);
struct kept_entry_1_1 nondet_entry_1_1(void);

static _Bool loop_1_1(struct kept_group_1_1 *kept_state, struct kept_entry_1_1 kept_input) {
  _Bool kept_assigned = 0;
  int found = kept_state->found;
  int place = kept_state->place;
  int i = kept_input.i;
  int at_a_1 = kept_input.at_a_1;
  if (!(i < 100000 && !found)) return 0;
  if (at_a_1 == key) {
    found = 1;
    kept_assigned = (_Bool)1;
    place = i;
    kept_assigned = (_Bool)1;
  }
  leave_1_1:;
  kept_state->found = found;
  kept_state->place = place;
  return kept_assigned;
}

/* Is there an iteration behind this one, as far as the group says? */
static _Bool next_1_1(struct kept_group_1_1 kept_state) {
  const int found = kept_state.found;
  const int place = kept_state.place;
  return !found;
}

static void at_updates_1_1(void) {
  const struct kept_entry_1_1 at_y = nondet_entry_1_1(), at_z = nondet_entry_1_1();
  const struct kept_group_1_1 at_m = nondet_group_1_1(), at_n = nondet_group_1_1();
  struct kept_group_1_1 kept_my = at_m;
  const _Bool any_my = loop_1_1(&kept_my, at_y);
  __CPROVER_assert(!any_my | !next_1_1(kept_my), "STOP of found, place in loop 1 at line 6: an update ends the loop");
}

int main(void) {
  __CPROVER_havoc_object(a);
  key = nondet_int();
  i = nondet_int();
  found = nondet_int();
  place = nondet_int();

  at_updates_1_1();
  return 0;
}
