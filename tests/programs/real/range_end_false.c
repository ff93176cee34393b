/* run: --function last --check bounds,overflow,pointer; the range may be empty, and end is behind its last element */
int last(const int *begin, const int *end) {
  const int *p = begin;
  while (p != end && *p > 0) p++;
  return *p;
}
