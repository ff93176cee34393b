/* Replayable scalars of input.c (theory 3.2, R3): an iteration is a function of a group of scalars and of everything else that it
   reads. Two states of the group, two iterations y and z. */
typedef unsigned long long iteration;

int nondet_int(void);

static int i;
static int before;
static int after_shift;
static int a[__CPROVER_constant_infinity_uint];

/* What the loop at line 9 does to before. */
struct kept_group_2_1 {
  int before;
};
struct kept_entry_2_1 {
  int i;
  int at_a_1;
};
struct kept_group_2_1 nondet_group_2_1(void);
struct kept_entry_2_1 nondet_entry_2_1(void);

static _Bool loop_2_1(struct kept_group_2_1 *kept_state, struct kept_entry_2_1 kept_input) {
  _Bool kept_assigned = 0;
  int before = kept_state->before;
  int i = kept_input.i;
  int at_a_1 = kept_input.at_a_1;
  if (!(i < 100000)) return 0;
  if (at_a_1 < before) {
    before = at_a_1;
    kept_assigned = (_Bool)1;
  }
  leave_2_1:;
  kept_state->before = before;
  return kept_assigned;
}

static void at_updates_2_1(void) {
  const struct kept_entry_2_1 at_y = nondet_entry_2_1(), at_z = nondet_entry_2_1();
  const struct kept_group_2_1 at_m = nondet_group_2_1(), at_n = nondet_group_2_1();
  struct kept_group_2_1 kept_my = at_m, kept_ny = at_n, kept_mz = at_m, kept_nz = at_n;
  const _Bool any_my = loop_2_1(&kept_my, at_y);
  const _Bool any_ny = loop_2_1(&kept_ny, at_y);
  const _Bool any_mz = loop_2_1(&kept_mz, at_z);
  const _Bool any_nz = loop_2_1(&kept_nz, at_z);
  struct kept_group_2_1 kept_mzy = kept_mz, kept_nzy = kept_nz;
  const _Bool any_mzy = loop_2_1(&kept_mzy, at_y);
  const _Bool any_nzy = loop_2_1(&kept_nzy, at_y);
  _Bool same = 1;
  same = same & (kept_my.before == kept_ny.before);
  __CPROVER_assert(!(any_my & any_ny) | same, "V0 of before in loop 2 at line 9: the new value does not depend on the old one");
  __CPROVER_assert(!(any_mz & any_mzy) | any_my, "SC1 of before in loop 2 at line 9: without an earlier update a later one is still made");
  __CPROVER_assert(!(any_nz & !any_mz & any_my) | any_nzy, "SC3 of before in loop 2 at line 9: an update too many does not stop the last one");
}

/* What the loop at line 12 does to after_shift. */
struct kept_group_4_1 {
  int after_shift;
};
struct kept_entry_4_1 {
  int i;
  int at_a_1;
};
struct kept_group_4_1 nondet_group_4_1(void);
struct kept_entry_4_1 nondet_entry_4_1(void);

static _Bool loop_4_1(struct kept_group_4_1 *kept_state, struct kept_entry_4_1 kept_input) {
  _Bool kept_assigned = 0;
  int after_shift = kept_state->after_shift;
  int i = kept_input.i;
  int at_a_1 = kept_input.at_a_1;
  if (!(i < 99999)) return 0;
  if (at_a_1 < after_shift) {
    after_shift = at_a_1;
    kept_assigned = (_Bool)1;
  }
  leave_4_1:;
  kept_state->after_shift = after_shift;
  return kept_assigned;
}

static void at_updates_4_1(void) {
  const struct kept_entry_4_1 at_y = nondet_entry_4_1(), at_z = nondet_entry_4_1();
  const struct kept_group_4_1 at_m = nondet_group_4_1(), at_n = nondet_group_4_1();
  struct kept_group_4_1 kept_my = at_m, kept_ny = at_n, kept_mz = at_m, kept_nz = at_n;
  const _Bool any_my = loop_4_1(&kept_my, at_y);
  const _Bool any_ny = loop_4_1(&kept_ny, at_y);
  const _Bool any_mz = loop_4_1(&kept_mz, at_z);
  const _Bool any_nz = loop_4_1(&kept_nz, at_z);
  struct kept_group_4_1 kept_mzy = kept_mz, kept_nzy = kept_nz;
  const _Bool any_mzy = loop_4_1(&kept_mzy, at_y);
  const _Bool any_nzy = loop_4_1(&kept_nzy, at_y);
  _Bool same = 1;
  same = same & (kept_my.after_shift == kept_ny.after_shift);
  __CPROVER_assert(!(any_my & any_ny) | same, "V0 of after_shift in loop 4 at line 12: the new value does not depend on the old one");
  __CPROVER_assert(!(any_mz & any_mzy) | any_my, "SC1 of after_shift in loop 4 at line 12: without an earlier update a later one is still made");
  __CPROVER_assert(!(any_nz & !any_mz & any_my) | any_nzy, "SC3 of after_shift in loop 4 at line 12: an update too many does not stop the last one");
}

int main(void) {
  i = nondet_int();
  before = nondet_int();
  after_shift = nondet_int();

  at_updates_2_1();
  at_updates_4_1();
  return 0;
}
