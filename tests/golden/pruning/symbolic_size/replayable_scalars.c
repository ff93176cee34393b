/* Replayable scalars of input.c (theory 3.2, R3): an iteration is a function of a group of scalars and of everything else that it
   reads. Two states of the group, two iterations y and z. */
typedef unsigned long long iteration;

int nondet_int(void);

static int n;
static int i;
static int m;
static int a[__CPROVER_constant_infinity_uint];
static int b[__CPROVER_constant_infinity_uint];

/* What the loop at line 11 does to m. */
struct kept_group_2_1 {
  int m;
};
struct kept_entry_2_1 {
  int i;
  int at_b_1;
};
struct kept_group_2_1 nondet_group_2_1(void);
struct kept_entry_2_1 nondet_entry_2_1(void);

static _Bool loop_2_1(struct kept_group_2_1 *kept_state, struct kept_entry_2_1 kept_input) {
  _Bool kept_assigned = 0;
  int m = kept_state->m;
  int i = kept_input.i;
  int at_b_1 = kept_input.at_b_1;
  if (!(i < n)) return 0;
  if (at_b_1 > m) {
    m = at_b_1;
    kept_assigned = (_Bool)1;
  }
  leave_2_1:;
  kept_state->m = m;
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
  same = same & (kept_my.m == kept_ny.m);
  __CPROVER_assert(!(any_my & any_ny) | same, "V0 of m in loop 2 at line 11: the new value does not depend on the old one");
  __CPROVER_assert(!(any_mz & any_mzy) | any_my, "SC1 of m in loop 2 at line 11: without an earlier update a later one is still made");
  __CPROVER_assert(!(any_nz & !any_mz & any_my) | any_nzy, "SC3 of m in loop 2 at line 11: an update too many does not stop the last one");
}

int main(void) {
  __CPROVER_havoc_object(a);
  __CPROVER_havoc_object(b);
  n = nondet_int();
  i = nondet_int();
  m = nondet_int();

  at_updates_2_1();
  return 0;
}
