/* The result of the function is unused, so a compiler may drop the call; the sum overflows all the same. */
// entry: sum
int sum(const int *v, unsigned long n) {
  int s = 0;
  for (unsigned long i = 0; i < n; i++)
    s += v[i];                            // overflow=fails
  return s;
}
