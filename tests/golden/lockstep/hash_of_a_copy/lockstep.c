int i;
unsigned int before;
unsigned int h;
int i_2;
int i_3;
unsigned int h_2;
int i_4;
int a[];
int b[];
  i = 0;
  for (; i < 1000; i = i + 1) {
    a[i] = nondet_int();
  }
  h = 5381;
  i_2 = 0;
  i_3 = 0;
  h_2 = 5381;
  i_4 = 0;
  for (; i_2 < 1000; i_2 = i_2 + 1, i_3 = i_3 + 1, i_4 = i_4 + 1) {
    h = 33 * h + a[i_2];
    __VERIFIER_assert(i_3 < 1000 && (long long)i_2 == (long long)i_3);
    b[i_2] = a[i_2];
    __VERIFIER_assert(i_4 < 1000 && (long long)i_3 == (long long)i_4 && (long long)i_2 == (long long)i_4);
    h_2 = 33 * h_2 + b[i_2];
  }
  __VERIFIER_assert(!(i_3 < 1000));
  __VERIFIER_assert(!(i_4 < 1000));
  before = h;
  __VERIFIER_assert(h_2 == before);
