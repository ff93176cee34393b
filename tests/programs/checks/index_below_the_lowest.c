/* gcc rewrites additions in an index or in a comparison with a constant, and then misses their overflow. */
// entry: last
int a[8];
int last(int n) {
  return a[n - 1];                       // overflow=fails bounds=fails
}
