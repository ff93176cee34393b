/* Replayable scalars of input.c (theory 3.2, R3): an iteration is a function of a group of scalars and of its other inputs.
   There are two states m and n of the group, and two iterations y and z. */
int nondet_int(void);

static int n;
static int i;
static int m;
static _Bool kept_assigned;
static int at_b_1;

int main(void) {
  n = nondet_int();
  i = nondet_int();
  m = nondet_int();

  /* what the loop at line 11 does to m */
  {
    const int initial_m_m = nondet_int();
    const int initial_n_m = nondet_int();
    const int entry_y_i = nondet_int();
    const int entry_y_at_b_1 = nondet_int();
    const int entry_z_i = nondet_int();
    const int entry_z_at_b_1 = nondet_int();
    m = initial_m_m;
    i = entry_y_i;
    at_b_1 = entry_y_at_b_1;
    kept_assigned = 0;
    if (!(i < n)) goto leave_2_1_my;
    if (at_b_1 > m) {
      m = at_b_1;
      kept_assigned = 1;
    }
    leave_2_1_my:;
    const _Bool any_my = kept_assigned;
    const int kept_my_m = m;
    m = initial_n_m;
    i = entry_y_i;
    at_b_1 = entry_y_at_b_1;
    kept_assigned = 0;
    if (!(i < n)) goto leave_2_1_ny;
    if (at_b_1 > m) {
      m = at_b_1;
      kept_assigned = 1;
    }
    leave_2_1_ny:;
    const _Bool any_ny = kept_assigned;
    const int kept_ny_m = m;
    m = initial_m_m;
    i = entry_z_i;
    at_b_1 = entry_z_at_b_1;
    kept_assigned = 0;
    if (!(i < n)) goto leave_2_1_mz;
    if (at_b_1 > m) {
      m = at_b_1;
      kept_assigned = 1;
    }
    leave_2_1_mz:;
    const _Bool any_mz = kept_assigned;
    const int kept_mz_m = m;
    m = initial_n_m;
    i = entry_z_i;
    at_b_1 = entry_z_at_b_1;
    kept_assigned = 0;
    if (!(i < n)) goto leave_2_1_nz;
    if (at_b_1 > m) {
      m = at_b_1;
      kept_assigned = 1;
    }
    leave_2_1_nz:;
    const _Bool any_nz = kept_assigned;
    const int kept_nz_m = m;
    m = kept_mz_m;
    i = entry_y_i;
    at_b_1 = entry_y_at_b_1;
    kept_assigned = 0;
    if (!(i < n)) goto leave_2_1_mzy;
    if (at_b_1 > m) {
      m = at_b_1;
      kept_assigned = 1;
    }
    leave_2_1_mzy:;
    const _Bool any_mzy = kept_assigned;
    const int kept_mzy_m = m;
    m = kept_nz_m;
    i = entry_y_i;
    at_b_1 = entry_y_at_b_1;
    kept_assigned = 0;
    if (!(i < n)) goto leave_2_1_nzy;
    if (at_b_1 > m) {
      m = at_b_1;
      kept_assigned = 1;
    }
    leave_2_1_nzy:;
    const _Bool any_nzy = kept_assigned;
    const int kept_nzy_m = m;
    __CPROVER_assert(!(any_my && any_ny) || kept_my_m == kept_ny_m, "V0 of m in loop 2 at line 11: the new value does not depend on the old one");
    __CPROVER_assert(!(any_mz && any_mzy) || any_my, "SC1 of m in loop 2 at line 11: without an earlier update a later one is still made");
    __CPROVER_assert(!(any_nz && !any_mz && any_my) || any_nzy, "SC3 of m in loop 2 at line 11: an update too many does not stop the last one");
  }
  return 0;
}
