/* What the function computes is used by nobody, so a compiler may leave out its call; the sum overflows all the same. */
// entry: sum
int sum(const int *v, unsigned long n) {
  int s = 0;
  for (unsigned long i = 0; i < n; i++)
    s += v[i];                            // overflow=fails
  return s;
}
