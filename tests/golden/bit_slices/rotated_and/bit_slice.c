int n;
int x_size;
int first;
int before;
int behind;
int i;
int i_2;
int i_3;
int i_4;
int x[];
  n = nondet_int();
  if (n < 2) abort();
  x_size = n;
  before = 1;
  behind = 1;
  i = 0;
  for (; i < n; i = i + 1) {
    x[i] = nondet_int();
  }
  i_2 = 0;
  for (; i_2 < n; i_2 = i_2 + 1) {
    before = x[i_2] ? before : 0;
  }
  first = x[0];
  i_3 = 0;
  for (; i_3 < n - 1; i_3 = i_3 + 1) {
    x[i_3] = x[i_3 + 1];
  }
  x[n - 1] = first;
  i_4 = 0;
  for (; i_4 < n; i_4 = i_4 + 1) {
    behind = x[i_4] ? behind : 0;
  }
  __VERIFIER_assert(!before == !behind);
