/* Replayable scalars of input.c (theory 3.2, R3): an iteration is a function of a group of scalars and of its other inputs.
   There are two states m and n of the group, and two iterations y and z. */
int nondet_int(void);

static int i;
static int before;
static int after_shift;
static _Bool kept_assigned;
static int at_a_1;

int main(void) {
  i = nondet_int();
  before = nondet_int();
  after_shift = nondet_int();

  /* what the loop at line 9 does to before */
  {
    const int initial_m_before = nondet_int();
    const int initial_n_before = nondet_int();
    const int entry_y_i = nondet_int();
    const int entry_y_at_a_1 = nondet_int();
    const int entry_z_i = nondet_int();
    const int entry_z_at_a_1 = nondet_int();
    before = initial_m_before;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 100000)) goto leave_2_1_my;
    if (at_a_1 < before) {
      before = at_a_1;
      kept_assigned = 1;
    }
    leave_2_1_my:;
    const _Bool any_my = kept_assigned;
    const int kept_my_before = before;
    before = initial_n_before;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 100000)) goto leave_2_1_ny;
    if (at_a_1 < before) {
      before = at_a_1;
      kept_assigned = 1;
    }
    leave_2_1_ny:;
    const _Bool any_ny = kept_assigned;
    const int kept_ny_before = before;
    before = initial_m_before;
    i = entry_z_i;
    at_a_1 = entry_z_at_a_1;
    kept_assigned = 0;
    if (!(i < 100000)) goto leave_2_1_mz;
    if (at_a_1 < before) {
      before = at_a_1;
      kept_assigned = 1;
    }
    leave_2_1_mz:;
    const _Bool any_mz = kept_assigned;
    const int kept_mz_before = before;
    before = initial_n_before;
    i = entry_z_i;
    at_a_1 = entry_z_at_a_1;
    kept_assigned = 0;
    if (!(i < 100000)) goto leave_2_1_nz;
    if (at_a_1 < before) {
      before = at_a_1;
      kept_assigned = 1;
    }
    leave_2_1_nz:;
    const _Bool any_nz = kept_assigned;
    const int kept_nz_before = before;
    before = kept_mz_before;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 100000)) goto leave_2_1_mzy;
    if (at_a_1 < before) {
      before = at_a_1;
      kept_assigned = 1;
    }
    leave_2_1_mzy:;
    const _Bool any_mzy = kept_assigned;
    const int kept_mzy_before = before;
    before = kept_nz_before;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 100000)) goto leave_2_1_nzy;
    if (at_a_1 < before) {
      before = at_a_1;
      kept_assigned = 1;
    }
    leave_2_1_nzy:;
    const _Bool any_nzy = kept_assigned;
    const int kept_nzy_before = before;
    __CPROVER_assert(!(any_my && any_ny) || kept_my_before == kept_ny_before, "V0 of before in loop 2 at line 9: the new value does not depend on the old one");
    __CPROVER_assert(!(any_mz && any_mzy) || any_my, "SC1 of before in loop 2 at line 9: without an earlier update a later one is still made");
    __CPROVER_assert(!(any_nz && !any_mz && any_my) || any_nzy, "SC3 of before in loop 2 at line 9: an update too many does not stop the last one");
  }
  /* what the loop at line 12 does to after_shift */
  {
    const int initial_m_after_shift = nondet_int();
    const int initial_n_after_shift = nondet_int();
    const int entry_y_i = nondet_int();
    const int entry_y_at_a_1 = nondet_int();
    const int entry_z_i = nondet_int();
    const int entry_z_at_a_1 = nondet_int();
    after_shift = initial_m_after_shift;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 99999)) goto leave_4_1_my;
    if (at_a_1 < after_shift) {
      after_shift = at_a_1;
      kept_assigned = 1;
    }
    leave_4_1_my:;
    const _Bool any_my = kept_assigned;
    const int kept_my_after_shift = after_shift;
    after_shift = initial_n_after_shift;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 99999)) goto leave_4_1_ny;
    if (at_a_1 < after_shift) {
      after_shift = at_a_1;
      kept_assigned = 1;
    }
    leave_4_1_ny:;
    const _Bool any_ny = kept_assigned;
    const int kept_ny_after_shift = after_shift;
    after_shift = initial_m_after_shift;
    i = entry_z_i;
    at_a_1 = entry_z_at_a_1;
    kept_assigned = 0;
    if (!(i < 99999)) goto leave_4_1_mz;
    if (at_a_1 < after_shift) {
      after_shift = at_a_1;
      kept_assigned = 1;
    }
    leave_4_1_mz:;
    const _Bool any_mz = kept_assigned;
    const int kept_mz_after_shift = after_shift;
    after_shift = initial_n_after_shift;
    i = entry_z_i;
    at_a_1 = entry_z_at_a_1;
    kept_assigned = 0;
    if (!(i < 99999)) goto leave_4_1_nz;
    if (at_a_1 < after_shift) {
      after_shift = at_a_1;
      kept_assigned = 1;
    }
    leave_4_1_nz:;
    const _Bool any_nz = kept_assigned;
    const int kept_nz_after_shift = after_shift;
    after_shift = kept_mz_after_shift;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 99999)) goto leave_4_1_mzy;
    if (at_a_1 < after_shift) {
      after_shift = at_a_1;
      kept_assigned = 1;
    }
    leave_4_1_mzy:;
    const _Bool any_mzy = kept_assigned;
    const int kept_mzy_after_shift = after_shift;
    after_shift = kept_nz_after_shift;
    i = entry_y_i;
    at_a_1 = entry_y_at_a_1;
    kept_assigned = 0;
    if (!(i < 99999)) goto leave_4_1_nzy;
    if (at_a_1 < after_shift) {
      after_shift = at_a_1;
      kept_assigned = 1;
    }
    leave_4_1_nzy:;
    const _Bool any_nzy = kept_assigned;
    const int kept_nzy_after_shift = after_shift;
    __CPROVER_assert(!(any_my && any_ny) || kept_my_after_shift == kept_ny_after_shift, "V0 of after_shift in loop 4 at line 12: the new value does not depend on the old one");
    __CPROVER_assert(!(any_mz && any_mzy) || any_my, "SC1 of after_shift in loop 4 at line 12: without an earlier update a later one is still made");
    __CPROVER_assert(!(any_nz && !any_mz && any_my) || any_nzy, "SC3 of after_shift in loop 4 at line 12: an update too many does not stop the last one");
  }
  return 0;
}
