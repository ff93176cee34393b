int i;
int upper;
int found;
long p_offset;
char text[];
  upper = 0;
  found = 0;
  i = 0;
  for (; i < 1000; i = i + 1) {
    text[i] = nondet_char();
  }
  text[1000] = 0;
  i = 0;
  p_offset = 0;
  for (; text[i]; i = i + 1, p_offset = p_offset + 1L) {
    upper = upper + (text[i] >= 65 && text[i] <= 90);
    __VERIFIER_assert(text[p_offset] && (long long)i == (long long)p_offset);
    if (text[i] - 65 >= 0 && text[i] - 65 < 26) found = found + 1;
  }
  __VERIFIER_assert(!text[p_offset]);
  __VERIFIER_assert(upper == found);
