unsigned int before;
unsigned int after_2;
int i;
int input;
unsigned int p;
unsigned int q;
unsigned int d;
int i_2;
unsigned int sum_of_a;
unsigned int a[];
  before = 0;
  after_2 = 0;
  i = 0;
  sum_of_a = 0U;
  for (; i < 1000; sum_of_a = sum_of_a + a[i], i = i + 1) {
    a[i] = nondet_unsigned_int();
    before = before + a[i];
  }
  while (1) {
    input = nondet_int();
    if (!input) break;
    p = nondet_unsigned_int();
    q = nondet_unsigned_int();
    d = nondet_unsigned_int();
    if (p >= 1000 || q >= 1000) break;
    sum_of_a = sum_of_a - a[p];
    a[p] = a[p] - d;
    sum_of_a = sum_of_a + a[p];
    sum_of_a = sum_of_a - a[q];
    a[q] = a[q] + d;
    sum_of_a = sum_of_a + a[q];
  }
  i_2 = 0;
  after_2 = after_2 + sum_of_a;
  i_2 = 1000LL;
  __VERIFIER_assert(after_2 == before);
