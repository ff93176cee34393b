unsigned int key;
int i;
int i_2;
int i_3;
unsigned int a[];
unsigned int b[];
unsigned int c[];
  key = nondet_unsigned_int();
  i = 0;
  for (; i < 1000; i = i + 1) {
    a[i] = nondet_unsigned_int();
    b[i] = a[i] + key;
  }
  i_2 = 0;
  for (; i_2 < 1000; i_2 = i_2 + 1) {
    c[i_2] = b[i_2] + (key + 1) + 1;
  }
  i_3 = 0;
  for (; i_3 < 1000; i_3 = i_3 + 1) {
    __VERIFIER_assert((c[i_3] - a[i_3]) % 2 == 0);
  }
