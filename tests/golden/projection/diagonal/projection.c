int i;
int j;
long long chosen_index;
int m_[];
  i = 0;
  j = nondet_int();
  if (0LL <= chosen_index && (long long)chosen_index < (long long)1000LL) {
    i = (int)chosen_index;
    j = 0;
    for (; j < 1000; j = j + 1) {
      m_[j] = 0;
    }
    m_[i] = 1;
    j = nondet_int();
  }
  if ((long long)0LL < (long long)1000LL) i = 1000LL;
  i = 0;
  j = nondet_int();
  if (0LL <= chosen_index && (long long)chosen_index < (long long)1000LL) {
    i = (int)chosen_index;
    j = 0;
    for (; j < 1000; j = j + 1) {
      __VERIFIER_assert(m_[j] == (i == j));
    }
    j = nondet_int();
  }
  if ((long long)0LL < (long long)1000LL) i = 1000LL;
